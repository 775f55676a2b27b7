/** Words for a race that cannot be entered, and for leaving one. */
export const doorWords = {
  unknown: 'No such race',
  unknownText: (code: string) =>
    `There is no race ${code}. Check the code, or ask for the link again.`,
  expired: 'This race was never started',
  expiredText: 'A race waits two hours for its start, and half an hour without anybody in it.',
  failed: 'The race cannot be entered',
  newRace: 'Open a new race',
  leaveTitle: 'Leave the race?',
  leaveText: 'Leaving ends your race. To come back later, just close the tab.',
  leaveYes: 'Give up and leave',
  leaveNo: 'Stay',
};
