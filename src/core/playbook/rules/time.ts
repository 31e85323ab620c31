/** Rules over stated times. What is not stated is unknown and breaks nothing here; `has_due` and `has_start` ask for it. */
import { spanWords } from '../../../kit/durations.ts';
import type { Subtask } from '../../plan/candidate.ts';
import { MINUTE_MS } from '../../workspace/time.ts';
import type { Rule } from '../rule.ts';
import type { RuleFailure, RuleSubject, SubtaskTimes } from '../rule-subject.ts';
import { picks } from '../select.ts';
import { fail, named } from './failure.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

const DAY_MINUTES = 24 * 60;

export function checkBuffer(rule: Of<'buffer_before_deadline'>, subject: RuleSubject): RuleFailure | null {
  const { deadlineMs } = subject;
  if (deadlineMs === null) return null;
  const latestMs = deadlineMs - rule.minutes * MINUTE_MS;
  const late = subject.subtasks.filter((_, position) => lastOf(subject.times[position]) > latestMs);
  if (late.length === 0) return null;
  const lastMs = Math.max(...subject.times.map(lastOf));
  const left = Math.floor((deadlineMs - lastMs) / MINUTE_MS);
  const figure = left < 0 ? `${spanWords(-left)} after the deadline` : `${spanWords(left)} before the deadline`;
  return fail(
    `the last of ${named(late)} ends or is due ${figure}, at least ${spanWords(rule.minutes)} before wanted`,
    late,
  );
}

export function checkBetweenHours(rule: Of<'between_hours'>, subject: RuleSubject): RuleFailure | null {
  const from = minutesOf(rule.from);
  const to = minutesOf(rule.to);
  const outside: Subtask[] = [];
  const clocks: string[] = [];
  for (const [position, subtask] of subject.subtasks.entries()) {
    if (rule.where && !picks(rule.where, subtask)) continue;
    const wrong = statedClocks(subject.times[position], subject.zone).find((clock) => !between(clock, from, to));
    if (wrong === undefined) continue;
    outside.push(subtask);
    clocks.push(clockText(wrong));
  }
  if (outside.length === 0) return null;
  const figures = clocks.slice(0, 3).join(', ');
  return fail(`${named(outside)} starts or ends at ${figures}, ${rule.from} to ${rule.to} wanted`, outside);
}

/** Milliseconds of the later of due and end; minus infinity when neither is stated. */
function lastOf(times: SubtaskTimes | undefined): number {
  return Math.max(times?.dueMs ?? Number.NEGATIVE_INFINITY, times?.endMs ?? Number.NEGATIVE_INFINITY);
}

/** Minutes of the day of start and end. An end at midnight belongs to the day that it closes. */
function statedClocks(times: SubtaskTimes | undefined, zone: string): readonly number[] {
  const clocks: number[] = [];
  if (times && times.startMs !== null) clocks.push(minuteOfDay(times.startMs, zone));
  if (times && times.endMs !== null) clocks.push(minuteOfDay(times.endMs, zone) || DAY_MINUTES);
  return clocks;
}

/** `from` after `to` is a window through the night. */
function between(clock: number, from: number, to: number): boolean {
  if (from <= to) return clock >= from && clock <= to;
  return clock >= from || clock <= to || clock === DAY_MINUTES;
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Making a formatter costs a hundred times what using it does; a process sees few zones. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(ms: number, zone: string): number {
  let format = clockFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clockFormats.set(zone, format);
  }
  return minutesOf(format.format(ms));
}
