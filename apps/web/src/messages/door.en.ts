/** Words for a race that cannot be entered, and for leaving one. */
export const doorWords = {
  unknown: 'No such race',
  unknownText: (code: string) =>
    `There is no race ${code}. Check the code, or ask for the link again.`,
  expired: 'This race was never started',
  expiredText:
    'A race expires if it is not started within two hours, or if nobody is in it for half an hour.',
  failed: 'You can’t enter this race',
  newRace: 'Open a new race',
  leaveTitle: 'Leave the race?',
  leaveText: 'Leaving ends your race. To come back later, just close the tab.',
  leaveYes: 'Give up and leave',
  leaveNo: 'Stay',
};
