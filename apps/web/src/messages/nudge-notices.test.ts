// What notices say of time: they may be put off by quiet hours, or lie at a phone that was off.
import { expect, test } from 'vitest';
import { nudgeNotices as german } from './de/nudge-notices.ts';
import { nudgeNotices as english } from './nudge-notices.en.ts';

test('a challenge that closes says on which day, and nothing that is true of one day alone', () => {
  const at = new Date(2026, 10, 24, 23, 0).toISOString();
  const news = { kind: 'duplicate-closes', subject: 'ABCDEF', path: '/', at } as const;
  const [said, gesagt] = [english.says(news), german.says(news)];
  expect(said.text).toMatch(/Tuesday,? 23:00/);
  expect(gesagt.text).toMatch(/Dienstag,? 23:00/);
  expect(`${said.title} ${said.text} ${gesagt.title} ${gesagt.text}`).not.toMatch(
    /tomorrow|today|morgen|heute/i,
  );
});
