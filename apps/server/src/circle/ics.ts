/** A race that is arranged, for people's calendars (RFC 5545): pure. */

export interface CalendarEvent {
  /** Unique in the world, and the same each time. */
  readonly uid: string;
  readonly title: string;
  readonly url: string;
  /** Milliseconds since 1970; it is written in UTC, and each calendar shows its own zone. */
  readonly at: number;
  readonly minutes: number;
  readonly now: number;
}

const LINE_BYTES = 75;
const utc = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
/** Section 3.3.11. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** Section 3.1: no line has more than 75 bytes; the next one goes on after a blank. */
function folded(line: string): string {
  let [out, bytes] = ['', 0];
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > LINE_BYTES) [out, bytes] = [`${out}\r\n `, 1];
    out += sign;
    bytes += size;
  }
  return out;
}

/** The text of a file with one event, and a reminder ten minutes before it. */
export function calendarOf({ uid, title, url, at, minutes, now }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Same Deal//circle//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(at + minutes * 60_000)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
