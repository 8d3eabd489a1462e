"use strict";
// Unpacks "try your table", and begins it. The page's policy names the script that is packed, too.
const live = {
  box: document.getElementById("live"),
  say: text => { live.box.querySelector(".live-says").textContent = text; live.box.hidden = false; },
  unpacked: async id => {
    const raw = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
    return new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  },
  start: async () => {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
      live.say("This browser has no WebAssembly, which plays your own table here. All the rest of the page is as it was.");
      return;
    }
    try {
      const script = document.createElement("script");
      script.textContent = new TextDecoder().decode(await live.unpacked("live-page"));
      document.body.append(script);
    } catch {
      live.say("What plays here is damaged, or may not run in this browser. All the rest of the page is as it was.");
    }
  },
};
live.start();
