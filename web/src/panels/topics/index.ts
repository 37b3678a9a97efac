// Topics and services of the run: find one, listen to it, speak on it.

import "../../ui/virtual_list.css";
import "./style.css";
import type { ServiceRow, TopicRow } from "../../generated/protocol";
import type { Panel, PanelContext } from "../../panel";
import { element, setText } from "../../ui/elements";
import { ICONS } from "../../ui/icons";
import { holds, namesFirst, searchField } from "../../ui/search_field";
import { VirtualList, type ListRow } from "../../ui/virtual_list";
import { watch } from "../../watch";
import { serviceDetail, topicDetail } from "./detail";
import type { Part } from "./echo";

const ROW_PX = 46;
const PER_SECOND = 0.5;

type Row = { readonly topic: TopicRow } | { readonly service: ServiceRow };

const panel: Panel = {
  id: "topics",
  title: "Topics",
  icon: ICONS.topics,
  dock: "left",
  order: 4,
  open: false,
  mount: (host, context) => new Topics(host, context).start(),
};

class Topics {
  private version = "";
  private rows: readonly Row[] = [];
  private detail: Part | null = null;
  private readonly list: VirtualList<Row>;
  private readonly none = element("p", "empty", "Asking …");
  private readonly search = searchField("Find a topic or service", () => this.fill());

  constructor(
    private readonly host: HTMLElement,
    private readonly context: PanelContext,
  ) {
    this.list = new VirtualList(ROW_PX, nameOf, () => this.row());
    this.list.root.setAttribute("role", "group");
    this.list.root.setAttribute("aria-label", "Topics and services");
    host.append(this.search.root, this.none, this.list.root);
  }

  start(): () => void {
    const { store } = this.context;
    const tell = () => {
      if (!store.hello || store.answers("topics")) return;
      setText(this.none, "This run does not tell of topics");
    };
    const undo = [
      store.bus.on("scene", tell),
      watch(this.context, "topics", () => ({ version: this.version }), PER_SECOND, (told) => {
        this.version = told.version;
        if (!told.topics || !told.services) return;
        this.rows = [
          ...told.topics.map((topic) => ({ topic })),
          ...told.services.map((service) => ({ service })),
        ];
        this.fill();
      }),
    ];
    tell();
    return () => {
      undo.forEach((off) => off());
      this.detail?.close();
      this.list.close();
    };
  }

  private fill(): void {
    const words = this.search.words();
    const found = this.rows.filter((row) => holds(words, nameOf(row), typeOf(row), docOf(row)));
    this.list.set(namesFirst(words, found, nameOf));
    this.none.hidden = found.length > 0;
    if (this.rows.length) setText(this.none, "No topic has such a name");
  }

  private open(row: Row): void {
    const back = () => this.back();
    this.detail =
      "topic" in row
        ? topicDetail(this.context, row.topic, back)
        : serviceDetail(this.context, row.service, back);
    this.host.replaceChildren(this.detail.root);
    this.detail.root.querySelector("button")?.focus();
  }

  private back(): void {
    this.detail?.close();
    this.detail = null;
    this.host.replaceChildren(this.search.root, this.none, this.list.root);
    this.fill();
    this.search.root.focus();
  }

  private row(): ListRow<Row> {
    const name = element("span", "topic-name");
    const type = element("small");
    const ends = element("span", "topic-ends");
    const root = element("button", "topic", name, ends, type);
    root.type = "button";
    let shown: Row | null = null;
    root.addEventListener("click", () => shown && this.open(shown));
    const show = (row: Row) => {
      shown = row;
      setText(name, nameOf(row));
      setText(type, typeOf(row));
      root.title = docOf(row);
      const [words, about] = endsOf(row);
      setText(ends, words);
      ends.title = about;
    };
    return { root, show };
  }
}

function nameOf(row: Row): string {
  return "topic" in row ? row.topic.name : row.service.name;
}

function typeOf(row: Row): string {
  return ("topic" in row ? row.topic.type : row.service.type).replace(/\/(msg|srv)\//, "/");
}

function docOf(row: Row): string {
  return "topic" in row ? row.topic.doc : row.service.doc;
}

function endsOf(row: Row): [string, string] {
  if ("service" in row) return ["service", `served by ${row.service.server}`];
  const from = row.topic.publishers.length;
  const to = row.topic.subscribers.length;
  return [`${from} → ${to}`, `${from} publish it, ${to} listen`];
}

export default panel;
