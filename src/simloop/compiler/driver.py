"""The loop around units, in assembly: blocks, then ticks, then the entries that are due.

A class of vehicles is data: a table of entries, each a unit with the places of its columns, its
shared arrays and its timing. Any part of a tick is a range of entries.
"""

import ctypes

MOST_BEATS = 64
"""As many pairs of period and delay may a class have."""


class EntryRow(ctypes.Structure):
    """One unit of a class."""

    _fields_ = (
        ("unit", ctypes.c_void_p),
        ("offsets", ctypes.c_void_p),
        ("shared", ctypes.c_void_p),
        ("period_s", ctypes.c_double),
        ("beat", ctypes.c_int64),
    )


class BeatRow(ctypes.Structure):
    """A period and a delay in ticks."""

    _fields_ = (("period", ctypes.c_int64), ("delay", ctypes.c_int64))


class PlanRow(ctypes.Structure):
    """A class: its entries, and where its numbers are."""

    _fields_ = (
        ("entries", ctypes.c_void_p),
        ("beats", ctypes.c_void_p),
        ("beat_count", ctypes.c_int64),
        ("dt_s", ctypes.c_double),
        ("floats", ctypes.c_void_p),
        ("float_stride", ctypes.c_int64),
        ("integers", ctypes.c_void_p),
        ("integer_stride", ctypes.c_int64),
        ("keys", ctypes.c_void_p),
        ("key_stride", ctypes.c_int64),
        ("params", ctypes.c_void_p),
        ("param_stride", ctypes.c_int64),
        ("common", ctypes.c_void_p),
    )


class StageRow(ctypes.Structure):
    """A table's share of ticks with cross-vehicle work between two of its entries."""

    _fields_ = (
        ("plan", ctypes.c_void_p),
        ("blocks", ctypes.c_int64),
        ("cut", ctypes.c_int64),
        ("end", ctypes.c_int64),
    )


class WorkRow(ctypes.Structure):
    """Cross-vehicle work: a glance whether there is any, and the work itself."""

    _fields_ = (
        ("glance", ctypes.c_void_p),
        ("seen", ctypes.c_void_p),
        ("glanced", ctypes.c_void_p),
        ("work", ctypes.c_void_p),
        ("given", ctypes.c_void_p),
        ("answer", ctypes.c_void_p),
    )


# Python calls `drive` and `drive_around` by the fast convention: an array of objects, no tuple.
DRIVER = f"""
%entry = type {{ ptr, ptr, ptr, double, i64 }}
%beat = type {{ i64, i64 }}
%plan = type {{ ptr, ptr, i64, double, ptr, i64, ptr, i64, ptr, i64, ptr, i64, ptr }}
%stage = type {{ ptr, i64, i64, i64 }}
%work = type {{ ptr, ptr, ptr, ptr, ptr, ptr }}
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare void @Py_IncRef(ptr)

define internal void @ticks(ptr %plan, i64 %first, i64 %ticks, i64 %begin, i64 %end,
                            i64 %from, i64 %to) noinline nounwind {{
entry:
  %due = alloca [{MOST_BEATS} x i8], align 16
  %entries.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 0
  %entries = load ptr, ptr %entries.at
  %beats.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 1
  %beats = load ptr, ptr %beats.at
  %count.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 2
  %count = load i64, ptr %count.at
  %dt.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 3
  %dt = load double, ptr %dt.at
  %floats.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 4
  %floats.0 = load ptr, ptr %floats.at
  %fstride.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 5
  %fstride = load i64, ptr %fstride.at
  %integers.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 6
  %integers.0 = load ptr, ptr %integers.at
  %istride.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 7
  %istride = load i64, ptr %istride.at
  %keys.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 8
  %keys.0 = load ptr, ptr %keys.at
  %kstride.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 9
  %kstride = load i64, ptr %kstride.at
  %params.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 10
  %params.0 = load ptr, ptr %params.at
  %pstride.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 11
  %pstride = load i64, ptr %pstride.at
  %common.at = getelementptr inbounds %plan, ptr %plan, i64 0, i32 12
  %common = load ptr, ptr %common.at
  %last = add i64 %first, %ticks
  br label %blocks
blocks:
  %block = phi i64 [%begin, %entry], [%block.next, %block.done]
  %block.more = icmp slt i64 %block, %end
  br i1 %block.more, label %block.body, label %done
block.body:
  %f.off = mul i64 %block, %fstride
  %floats = getelementptr inbounds i8, ptr %floats.0, i64 %f.off
  %i.off = mul i64 %block, %istride
  %integers = getelementptr inbounds i8, ptr %integers.0, i64 %i.off
  %k.off = mul i64 %block, %kstride
  %keys = getelementptr inbounds i8, ptr %keys.0, i64 %k.off
  %p.off = mul i64 %block, %pstride
  %params = getelementptr inbounds i8, ptr %params.0, i64 %p.off
  br label %each.tick
each.tick:
  %tick = phi i64 [%first, %block.body], [%tick.next, %tick.done]
  %tick.more = icmp slt i64 %tick, %last
  br i1 %tick.more, label %each.beat, label %block.done
each.beat:
  %b = phi i64 [0, %each.tick], [%b.next, %beat.body]
  %b.more = icmp slt i64 %b, %count
  br i1 %b.more, label %beat.body, label %each.entry
beat.body:
  %period.at = getelementptr inbounds %beat, ptr %beats, i64 %b, i32 0
  %period = load i64, ptr %period.at
  %delay.at = getelementptr inbounds %beat, ptr %beats, i64 %b, i32 1
  %delay = load i64, ptr %delay.at
  %since = sub i64 %tick, %delay
  %rest = urem i64 %since, %period
  %on.beat = icmp eq i64 %rest, 0
  %no.delay = icmp eq i64 %delay, 0
  %later = icmp sgt i64 %since, 0
  %begun = or i1 %no.delay, %later
  %is.due = and i1 %on.beat, %begun
  %is.due.8 = zext i1 %is.due to i8
  %due.at = getelementptr inbounds [{MOST_BEATS} x i8], ptr %due, i64 0, i64 %b
  store i8 %is.due.8, ptr %due.at
  %b.next = add i64 %b, 1
  br label %each.beat
each.entry:
  %e = phi i64 [%from, %each.beat], [%e.next, %entry.done]
  %e.more = icmp slt i64 %e, %to
  br i1 %e.more, label %entry.body, label %tick.done
entry.body:
  %beat.at = getelementptr inbounds %entry, ptr %entries, i64 %e, i32 4
  %beat.of = load i64, ptr %beat.at
  %flag.at = getelementptr inbounds [{MOST_BEATS} x i8], ptr %due, i64 0, i64 %beat.of
  %flag = load i8, ptr %flag.at
  %runs = icmp ne i8 %flag, 0
  br i1 %runs, label %call, label %entry.done
call:
  %unit.at = getelementptr inbounds %entry, ptr %entries, i64 %e, i32 0
  %unit = load ptr, ptr %unit.at
  %offsets.at = getelementptr inbounds %entry, ptr %entries, i64 %e, i32 1
  %offsets = load ptr, ptr %offsets.at
  %shared.at = getelementptr inbounds %entry, ptr %entries, i64 %e, i32 2
  %shared = load ptr, ptr %shared.at
  %period.s.at = getelementptr inbounds %entry, ptr %entries, i64 %e, i32 3
  %period.s = load double, ptr %period.s.at
  call void %unit(i64 %tick, double %dt, double %period.s, ptr %floats, ptr %integers, ptr %keys,
                  ptr %offsets, ptr %shared, ptr %params, ptr %common)
  br label %entry.done
entry.done:
  %e.next = add i64 %e, 1
  br label %each.entry
tick.done:
  %tick.next = add i64 %tick, 1
  br label %each.tick
block.done:
  %block.next = add i64 %block, 1
  br label %blocks
done:
  ret void
}}

define internal i64 @around(ptr %stages, i64 %tables, ptr %work, i64 %first,
                            i64 %ticks) noinline nounwind {{
entry:
  %glance.at = getelementptr inbounds %work, ptr %work, i64 0, i32 0
  %glance = load ptr, ptr %glance.at
  %seen.at = getelementptr inbounds %work, ptr %work, i64 0, i32 1
  %seen = load ptr, ptr %seen.at
  %glanced.at = getelementptr inbounds %work, ptr %work, i64 0, i32 2
  %glanced = load ptr, ptr %glanced.at
  %do.at = getelementptr inbounds %work, ptr %work, i64 0, i32 3
  %do = load ptr, ptr %do.at
  %given.at = getelementptr inbounds %work, ptr %work, i64 0, i32 4
  %given = load ptr, ptr %given.at
  %answer.at = getelementptr inbounds %work, ptr %work, i64 0, i32 5
  %answer = load ptr, ptr %answer.at
  store i64 0, ptr %answer
  %last = add i64 %first, %ticks
  br label %each.tick
each.tick:
  %tick = phi i64 [%first, %entry], [%tick.next, %tick.done]
  %more = icmp slt i64 %tick, %last
  br i1 %more, label %before, label %end
before:
  %n = phi i64 [0, %each.tick], [%n.next, %before.body]
  %n.more = icmp slt i64 %n, %tables
  br i1 %n.more, label %before.body, label %look
before.body:
  %plan.at = getelementptr inbounds %stage, ptr %stages, i64 %n, i32 0
  %plan = load ptr, ptr %plan.at
  %blocks.at = getelementptr inbounds %stage, ptr %stages, i64 %n, i32 1
  %blocks = load i64, ptr %blocks.at
  %cut.at = getelementptr inbounds %stage, ptr %stages, i64 %n, i32 2
  %cut = load i64, ptr %cut.at
  call void @ticks(ptr %plan, i64 %tick, i64 1, i64 0, i64 %blocks, i64 0, i64 %cut)
  %n.next = add i64 %n, 1
  br label %before
look:
  call void %glance(ptr %seen, ptr %glanced)
  %busy = load i64, ptr %glanced
  %idle = icmp eq i64 %busy, 0
  br i1 %idle, label %after, label %act
act:
  store i64 %tick, ptr %given
  call void %do(ptr %given, ptr %answer)
  %told = load i64, ptr %answer
  %fine = icmp eq i64 %told, 0
  br i1 %fine, label %after, label %end
after:
  %m = phi i64 [0, %look], [0, %act], [%m.next, %after.body]
  %m.more = icmp slt i64 %m, %tables
  br i1 %m.more, label %after.body, label %tick.done
after.body:
  %plan2.at = getelementptr inbounds %stage, ptr %stages, i64 %m, i32 0
  %plan2 = load ptr, ptr %plan2.at
  %blocks2.at = getelementptr inbounds %stage, ptr %stages, i64 %m, i32 1
  %blocks2 = load i64, ptr %blocks2.at
  %cut2.at = getelementptr inbounds %stage, ptr %stages, i64 %m, i32 2
  %cut2 = load i64, ptr %cut2.at
  %end2.at = getelementptr inbounds %stage, ptr %stages, i64 %m, i32 3
  %end2 = load i64, ptr %end2.at
  call void @ticks(ptr %plan2, i64 %tick, i64 1, i64 0, i64 %blocks2, i64 %cut2, i64 %end2)
  %m.next = add i64 %m, 1
  br label %after
tick.done:
  %tick.next = add i64 %tick, 1
  br label %each.tick
end:
  %reached = phi i64 [%tick, %each.tick], [%tick, %act]
  %ran = sub i64 %reached, %first
  ret i64 %ran
}}

define internal i64 @integer(ptr %arguments, i64 %number) alwaysinline nounwind {{
  %at = getelementptr inbounds ptr, ptr %arguments, i64 %number
  %object = load ptr, ptr %at
  %found = call i64 @PyLong_AsLongLong(ptr %object)
  ret i64 %found
}}

define ptr @drive(ptr %self, ptr %arguments, i64 %count) nounwind {{
  %plan.i = call i64 @integer(ptr %arguments, i64 0)
  %plan = inttoptr i64 %plan.i to ptr
  %first = call i64 @integer(ptr %arguments, i64 1)
  %ticks = call i64 @integer(ptr %arguments, i64 2)
  %begin = call i64 @integer(ptr %arguments, i64 3)
  %end = call i64 @integer(ptr %arguments, i64 4)
  %from = call i64 @integer(ptr %arguments, i64 5)
  %to = call i64 @integer(ptr %arguments, i64 6)
  %blocks = sub i64 %end, %begin
  %work = mul i64 %blocks, %ticks
  %long = icmp sgt i64 %work, 32
  br i1 %long, label %released, label %held
released:
  %state = call ptr @PyEval_SaveThread()
  call void @ticks(ptr %plan, i64 %first, i64 %ticks, i64 %begin, i64 %end, i64 %from, i64 %to)
  call void @PyEval_RestoreThread(ptr %state)
  br label %done
held:
  call void @ticks(ptr %plan, i64 %first, i64 %ticks, i64 %begin, i64 %end, i64 %from, i64 %to)
  br label %done
done:
  call void @Py_IncRef(ptr %self)
  ret ptr %self
}}

define ptr @drive_around(ptr %self, ptr %arguments, i64 %count) nounwind {{
  %stages.i = call i64 @integer(ptr %arguments, i64 0)
  %stages = inttoptr i64 %stages.i to ptr
  %tables = call i64 @integer(ptr %arguments, i64 1)
  %work.i = call i64 @integer(ptr %arguments, i64 2)
  %work = inttoptr i64 %work.i to ptr
  %first = call i64 @integer(ptr %arguments, i64 3)
  %ticks = call i64 @integer(ptr %arguments, i64 4)
  %state = call ptr @PyEval_SaveThread()
  %ran = call i64 @around(ptr %stages, i64 %tables, ptr %work, i64 %first, i64 %ticks)
  call void @PyEval_RestoreThread(ptr %state)
  %found = call ptr @PyLong_FromLongLong(i64 %ran)
  ret ptr %found
}}

define ptr @call_program(ptr %self, ptr %arguments, i64 %count) nounwind {{
  %program.i = call i64 @integer(ptr %arguments, i64 0)
  %program = inttoptr i64 %program.i to ptr
  %given.i = call i64 @integer(ptr %arguments, i64 1)
  %given = inttoptr i64 %given.i to ptr
  %results.i = call i64 @integer(ptr %arguments, i64 2)
  %results = inttoptr i64 %results.i to ptr
  %state = call ptr @PyEval_SaveThread()
  call void %program(ptr %given, ptr %results)
  call void @PyEval_RestoreThread(ptr %state)
  call void @Py_IncRef(ptr %self)
  ret ptr %self
}}
"""
