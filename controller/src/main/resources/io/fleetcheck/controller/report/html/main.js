/**
 * Shows a state and has the address name it.
 *
 * @param then what gets the focus: the open disk ("detail"), its row ("row"), the list's heading ("list"), or nothing
 * @param typing whether the address is changed in place, so that Back does not go letter by letter
 */
function show(wanted, then = null, typing = false) {
  const before = state.disk;
  state = wanted;
  if (then === "detail") {
    turnTo(state.disk);
  }
  draw();
  const address = "#" + writeState(state);
  if (typing) {
    history.replaceState(null, "", address);
  } else if (address !== (location.hash || "#")) {
    history.pushState(null, "", address);
  }
  focusOn(then, before);
}

function focusOn(then, before) {
  const target = then === "detail" ? byId("detail-title")
    : then === "row" ? [...document.querySelectorAll("[data-disk]")].find((link) => link.dataset.disk === before)
      : then === "list" ? byId("disks-title") : null;
  if (target) {
    target.focus({ preventScroll: true });
    (then === "detail" ? byId("detail") : target).scrollIntoView({ block: then === "row" ? "nearest" : "start" });
  }
}

/** A link within the page; with a key held it opens elsewhere, as every link does. */
function follow(event, wanted, then = "list") {
  if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    show(wanted, then);
  }
}

/** The address was changed by hand, by Back, or by a link that the page came with. */
function addressed(then) {
  const wanted = readState(location.hash.slice(1));
  if (wanted) {
    state = wanted;
    if (state.disk !== "" && !location.hash.includes("page=")) {
      turnTo(state.disk);
    }
    draw();
    focusOn(location.hash.includes("=") ? (state.disk !== "" ? "detail" : then) : null, state.disk);
  }
}

makeList();
addressed("list");
drawPlots();
// The event comes a little after the change; who has typed meanwhile keeps the focus.
addEventListener("hashchange", (event) => {
  if (event.newURL === location.href) {
    addressed("list");
  }
});
performance.mark("ready");
document.documentElement.dataset.ready = "yes";
