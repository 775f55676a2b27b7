/** Words around a table that is no race's. */
export const playWords = {
  title: (game: string) => `${game}, solo`,
  dailyOf: (game: string) => `Daily ${game}`,
  copyDealName: (deal: string) => `Copy deal code ${deal}`,
  /** Of a table that the service does not know of yet. */
  offline: 'offline',
  opening: 'Laying out the cards…',
  deal: 'Deal',
  copyDeal: 'Copy the deal code',
  newDeal: 'New deal',
  restart: 'Restart',
  restartTitle: 'Start this deal again?',
  restartText: 'The game so far stays in your list; you can continue it.',
  replay: 'Replay',
  menu: 'Game menu',
  notYours: 'This is somebody else’s table',
  notYoursText: 'If the game is over and open to see, you can watch its replay.',
  watchReplay: 'Watch the replay',
  another: 'Continue on another device',
};
