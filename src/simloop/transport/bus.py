"""The in-process bus: topics delivered in tick order, services, and the graph of both.

A tick opens with `ingest`, which takes in what came from outside, and closes with `flush`, which
delivers what was published meanwhile. In between nothing is delivered, so the order of a tick
never depends on who listens.
"""

from collections import deque
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

from simloop.messages import Message, ros_type, service_type
from simloop.transport.errors import BusError, Fault, OnFault
from simloop.transport.graph import Graph, ServiceInfo, TopicInfo
from simloop.transport.inbox import Inbox, Reply, ServiceInput, Stamped, TopicInput
from simloop.transport.names import canonical_name
from simloop.transport.service import Service
from simloop.transport.topic import Publisher, Subscription, Topic

M = TypeVar("M", bound=Message)
Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)

DEFAULT_DEPTH = 10


class Bus:
    """Topics and services of one world; used from the world's thread only, save `request`,
    external publishers and `Subscription.take`, which any thread may use."""

    opener: object = None
    """On whose behalf ends are opened."""

    def __init__(self, *, inbox: Inbox | None = None, on_fault: OnFault = OnFault.RAISE) -> None:
        self.inbox = inbox if inbox is not None else Inbox()
        self.faults: list[Fault] = []
        self.revision = 0
        self._on_fault = on_fault
        self._topics: dict[str, Topic] = {}
        self._services: dict[str, Service] = {}
        self._outbox: deque[tuple[Topic, Message]] = deque()
        # Bound once: every publisher has it.
        self._send: Callable[[Topic, Any], None] = self._post
        self._changed: Callable[[Topic], None] = self._note_change
        self._tick = 0
        self._tick_is_open = False

    def advertise(
        self,
        topic: str,
        message_type: type[M],
        doc: str = "",
        *,
        by: str = "someone",
        external: bool = False,
    ) -> Publisher[M]:
        """Announce a topic and get the means to publish it.

        Args:
            topic: its name by the rules of ROS 2.
            message_type: the one type it carries.
            doc: content, unit and frame in a sentence, for docs/topics.md.
            by: who publishes, for errors and the graph.
            external: the messages come from outside the world: they pass through the inbox,
                are stamped and logged, and are delivered when the next tick opens.

        Raises:
            BusError: the topic carries another type already; names both sides.
        """
        record = self._topic(topic, message_type, by)
        record.doc = record.doc or doc
        send = self._taking_in(by) if external else self._send
        publisher: Publisher[M] = Publisher(record, by, send, opened_for=self.opener)
        record.join(publisher)
        return publisher

    def subscribe(
        self,
        topic: str,
        message_type: type[M],
        callback: Callable[[M], None] | None = None,
        *,
        depth: int = DEFAULT_DEPTH,
        by: str = "someone",
        doc: str = "",
        every: int = 1,
        passive: bool = False,
    ) -> Subscription[M]:
        """Receive a topic, advertised or not yet: by callback, or else in a queue of `depth`.

        Who takes input from outside tells in `doc` what it expects. `every` is a number of ticks:
        one message in each such span is enough. A passive subscription gets what others ask for.

        Raises:
            BusError: the topic carries another type; names both sides.
        """
        if depth < 1:
            raise ValueError(f"depth must be at least 1, not {depth}")
        record = self._topic(topic, message_type, by)
        record.doc = record.doc or doc
        subscription: Subscription[M] = Subscription(
            record, by, callback, depth, every=every, passive=passive, opened_for=self.opener
        )
        record.join(subscription)
        return subscription

    def serve(
        self,
        name: str,
        request_type: type[Q],
        response_type: type[R],
        handler: Callable[[Q], R],
        *,
        doc: str = "",
        by: str = "someone",
    ) -> Service:
        """Offer a service.

        Raises:
            BusError: the name is served already; names both sides.
        """
        name = canonical_name(name)
        service_type(request_type, response_type)
        if name in self._services:
            raise BusError(f"service {name}: {by} offers what {self._services[name].who} serves")
        service = Service(name, request_type, response_type, handler, by, doc, self._unserve)
        self._services[name] = service
        return service

    def call(self, name: str, request: Message, *, by: str = "program") -> Any:
        """Call a service between two ticks; the handler runs at once.

        The call is logged as input of the coming tick, so a replay has it.

        Raises:
            BusError: no such service, another request type, a handler that raised, or a tick
                under way (then use `request`).
        """
        service = self._find_service(name)
        service.check(request)
        if self._tick_is_open:
            raise BusError(f"service {name}: called inside tick {self._tick}; use Bus.request")
        self.inbox.record(self._tick + 1, by, ServiceInput(service.name, request))
        try:
            return service.answer(request)
        except (Exception, SystemExit) as error:
            fault = Fault(self._tick, service.name, service.who, error)
            raise BusError(str(fault)) from error

    def request(self, name: str, request: Message, *, by: str = "program") -> Reply:
        """Queue a call, from any thread and at any time; the next tick answers it when it opens."""
        service = self._find_service(name)
        service.check(request)
        reply = Reply()
        self.inbox.push(by, ServiceInput(service.name, request), reply)
        return reply

    def ingest(self, tick: int) -> tuple[Stamped, ...]:
        """Open a tick: drain the inbox, deliver its messages, answer its calls.

        Returns:
            Inputs that are neither message nor call, for the runner.
        """
        self._tick, self._tick_is_open = tick, True
        if not self.inbox.source:
            return ()
        rest = []
        for item in self.inbox.drain(tick):
            if isinstance(item.payload, TopicInput):
                self._take_in(item.payload, item.source)
            elif isinstance(item.payload, ServiceInput):
                self._answer(item.payload, item.reply or Reply())
            else:
                rest.append(item)
        return tuple(rest)

    def take_messages(self, tick: int) -> int:
        """Deliver messages that came while the open tick waits for one; returns how many.

        They are stamped with the tick as if they had been there when it opened.
        """
        taken = self.inbox.drain_messages(tick)
        for item in taken:
            self._take_in(item.payload, item.source)
        return len(taken)

    def flush(self, tick: int) -> int:
        """Close a tick: deliver what was published, in order; returns how many messages.

        What subscribers publish meanwhile is delivered by the next flush.
        """
        self._tick, self._tick_is_open = tick, False
        if not self._outbox:
            return 0
        count = len(self._outbox)
        for _ in range(count):
            topic, message = self._outbox.popleft()
            self._deliver(topic, message)
        return count

    def go_back(self, tick: int) -> None:
        """Another moment is now: what waits to be delivered belongs to one that is given up."""
        self._tick = tick
        self._outbox.clear()

    @property
    def undelivered(self) -> tuple[tuple[Topic, Message], ...]:
        """What subscribers published while the last tick closed: the next one delivers it."""
        return tuple(self._outbox)

    @undelivered.setter
    def undelivered(self, messages: tuple[tuple[Topic, Message], ...]) -> None:
        self._outbox = deque(messages)

    def ends(self) -> "list[Publisher[Any] | Subscription[Any]]":
        """Both ends of all topics."""
        found: list[Publisher[Any] | Subscription[Any]] = []
        for topic in self._topics.values():
            found += topic.publishers
            found += topic.subscriptions
        return found

    def message_type(self, topic: str) -> type[Message]:
        """The type that a topic in use carries."""
        found = self._topics.get(canonical_name(topic))
        if found is None:
            raise BusError(f"no topic {topic}")
        return found.message_type

    def request_type(self, service: str) -> type[Message]:
        """The type that a service takes."""
        return self._find_service(service).request_type

    def graph(self) -> Graph:
        """Topics and services with their types, and who is at each end."""
        topics = (_topic_info(topic) for topic in self._topics.values() if _in_use(topic))
        services = (
            ServiceInfo(each.name, each.type, each.doc, each.who)
            for each in self._services.values()
        )
        return Graph(
            tuple(sorted(topics, key=lambda info: info.name)),
            tuple(sorted(services, key=lambda info: info.name)),
        )

    def _topic(self, name: str, message_type: type[Message], who: str) -> Topic:
        name = canonical_name(name)
        ros_type(message_type)
        found = self._topics.get(name)
        if found is None or not _in_use(found):
            found = self._topics[name] = Topic(name, message_type, who, self._changed)
        found.check_type(message_type, who)
        return found

    def _note_change(self, topic: Topic) -> None:
        """Tell those who remember who is subscribed to look again; a deserted topic goes."""
        self.revision += 1
        if not _in_use(topic) and self._topics.get(topic.name) is topic:
            del self._topics[topic.name]

    def _post(self, topic: Topic, message: Message) -> None:
        self._outbox.append((topic, message))

    def _taking_in(self, source: str) -> Callable[[Topic, Message], None]:
        def push(topic: Topic, message: Message) -> None:
            self.inbox.push(source, TopicInput(topic.name, message))

        return push

    def _take_in(self, entry: TopicInput, source: str) -> None:
        topic = self._topics.get(entry.topic)
        if topic is None:
            return
        try:
            topic.check_type(type(entry.message), source)
        except BusError as error:
            self._report(Fault(self._tick, topic.name, source, error))
        else:
            self._deliver(topic, entry.message)

    def _deliver(self, topic: Topic, message: Message) -> None:
        # Those who are there now: a callback may subscribe or close.
        for subscription in topic.subscriptions:
            try:
                subscription.deliver(message, self._tick)
            except (Exception, SystemExit) as error:
                if self._on_fault is OnFault.DETACH:
                    subscription.close()
                self._report(Fault(self._tick, topic.name, subscription.who, error))

    def _answer(self, entry: ServiceInput, reply: Reply) -> None:
        service = self._services.get(entry.service)
        if service is None:
            reply.error = f"service {entry.service} has gone"
        else:
            try:
                reply.response = service.answer(entry.request)
            except (Exception, SystemExit) as error:
                fault = Fault(self._tick, service.name, service.who, error)
                reply.error, reply.tick = str(fault), self._tick
                self._report(fault)
        reply.tick = self._tick

    def _report(self, fault: Fault) -> None:
        self.faults.append(fault)
        if self._on_fault is OnFault.RAISE:
            raise BusError(str(fault)) from fault.error

    def _find_service(self, name: str) -> Service:
        found = self._services.get(canonical_name(name))
        if found is None:
            near = get_close_matches(canonical_name(name), self._services, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise BusError(f"no service {name}{hint}")
        return found

    def _unserve(self, service: Service) -> None:
        if self._services.get(service.name) is service:
            del self._services[service.name]


def _in_use(topic: Topic) -> bool:
    return bool(topic.publishers or topic.subscriptions)


def _topic_info(topic: Topic) -> TopicInfo:
    """The same object while nothing has changed: there may be thousands."""
    publishers = tuple([each.who for each in topic.publishers])
    subscribers = tuple([each.who for each in topic.subscriptions])
    dropped = sum([each.dropped for each in topic.subscriptions])
    now = topic.doc, publishers, subscribers, dropped
    known = topic.info
    if known is None or (known.doc, known.publishers, known.subscribers, known.dropped) != now:
        known = topic.info = TopicInfo(topic.name, ros_type(topic.message_type), *now)
    return known
