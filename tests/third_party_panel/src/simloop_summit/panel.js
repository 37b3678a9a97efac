// How high each vehicle has been.

export default {
  id: "summit",
  title: "Summit",
  icon: "M3 19l6-11 4 7 3-4 5 8z",
  dock: "left",
  order: 50,
  open: true,
  mount(host, { store, send }) {
    const highest = new Map();
    const list = document.createElement("ul");
    list.className = "summit-list";
    const pause = document.createElement("button");
    pause.type = "button";
    pause.className = "action";
    pause.textContent = "Pause";
    pause.onclick = () => send("pause");
    host.append(list, pause);

    const show = () => {
      const rows = [...store.vehicles.values()].map(({ index, item, latest }) => {
        highest.set(index, Math.max(highest.get(index) ?? 0, -latest.down));
        const row = document.createElement("li");
        row.textContent = `${item.name}: ${highest.get(index).toFixed(1)} m`;
        return row;
      });
      list.replaceChildren(...rows);
    };
    const forget = store.bus.on("frame", show);
    return () => {
      forget();
      host.replaceChildren();
    };
  },
};
