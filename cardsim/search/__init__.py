"""The search for best answers: what wins most against given players, and the safest."""
