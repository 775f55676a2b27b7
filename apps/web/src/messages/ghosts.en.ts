/** Words for races against recordings. */
import { count } from './counting.ts';

export const ghostWords = {
  title: 'Race their ghosts',
  /** @param who a race by its code, or a daily by game and day */
  of: (who: string) => `Recordings of ${who}`,
  race: (code: string) => `race ${code}`,
  lead: 'Same cards, same clock: you start at zero and see how far each of them was at that moment. Race alone, or send the link of the lobby to friends.',
  none: 'There is nothing to race here: nobody has played it to the end.',
  open: 'Set up the race',
  counts: 'Just for fun: it doesn’t count. Your result appears under this race as “raced later”.',
  known:
    'You know these cards already, so your result is marked “knew the deal”. You can also just practise them.',
  practise: 'Practise these cards',
  share: 'A link for whoever wants to race them',
  copy: 'Copy the link',
  later: 'Raced later',
  clean: 'first look',
  unclean: 'knew the deal',
  replayOf: (name: string) => `Watch the replay of ${name}`,
  original: 'What was raced here',
  beat: (won: number, of: number) =>
    won === of
      ? `You beat ${of === 1 ? 'the recording' : 'all recordings'}!`
      : `You beat ${won} of ${count(of, 'recording', 'recordings')}`,
  over: 'The race is over',
};
