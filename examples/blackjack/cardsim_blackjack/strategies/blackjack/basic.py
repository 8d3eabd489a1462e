"""Basic strategy: the best play by your total, your pair and the dealer's card.

Baldwin, Cantey, Maisel and McDermott found it in 1956; these are the cells of "The Wizard of Odds"
for one, two, and four or more decks. What the house allows changes some of them: whether the dealer
hits a soft 17, whether hands that were split may be doubled, whether the dealer has looked for a
blackjack. By the standard rules it loses 0.4 bets in 100 hands.
"""

from cardsim import Strategy


def split(view):
    up, again, few = view.upcard, view.doubles_splits, 0 < view.decks <= 2
    if view.pair == 1:
        return view.peek or up < 11
    if view.pair == 10 or view.pair == 5:
        return False
    if view.pair == 9:
        return up <= 9 and up != 7
    if view.pair == 8:
        return view.peek or up < 10
    if view.pair == 7:
        return up <= 7 or (up == 8 and again and view.decks == 1)
    if view.pair == 6:
        return (2 if again or few else 3) <= up <= (7 if again and few else 6)
    if view.pair == 4:
        return again and (4 if view.decks == 1 else 5) <= up <= 6
    return (2 if again else 3 if view.decks == 1 and view.pair == 2 else 4) <= up <= 7


def double(view):
    up, total, single = view.upcard, view.total, view.decks == 1
    few = 0 < view.decks <= 2
    if not view.soft:
        if total == 11:
            return up < 10 or (view.peek and (up == 10 or view.dealer_hits or few))
        if total == 10:
            return up <= 9
        if total == 9:
            return (2 if few else 3) <= up <= 6
        return total == 8 and single and 5 <= up <= 6
    if total <= 14:
        early = single or (few and view.dealer_hits and total == 14)
        return (4 if early else 5) <= up <= 6
    if total <= 16:
        return 4 <= up <= 6
    if total == 17:
        return (2 if single else 3) <= up <= 6
    if total == 18:
        return (2 if view.dealer_hits else 3) <= up <= 6
    return total == 19 and up == 6 and (single or view.dealer_hits)


def stand(view):
    up = view.upcard
    if view.soft:
        early = up <= 8 or (up == 11 and view.decks == 1 and not view.dealer_hits)
        return view.total >= (18 if early else 19)
    return view.total >= (17 if up >= 7 else 12 if up >= 4 else 13)


STRATEGY = Strategy(
    game="blackjack", plays="play~ basic strategy", split=split, double=double, stand=stand
)
