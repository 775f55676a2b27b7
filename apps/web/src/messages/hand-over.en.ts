/** Words of handing a game over to another device. */
export const handOverWords = {
  title: 'Continue on another device',
  lead: 'Scan this with the other device, or open the start page there and type the code. It works once.',
  code: 'Hand-over code',
  link: 'Hand-over link',
  expires: (text: string) => `Valid for ${text}.`,
  expired: 'This code has expired.',
  used: 'You’re now playing on your other device.',
  anew: 'New code',
  private: 'Anyone with this code can play as you. Don’t share it.',
  // The receiving page.
  continueTitle: 'Continue here',
  continueLead:
    'On the other device choose “Continue on another device”, then type the code it shows.',
  typeHint: 'Eight letters and digits. Any other code or link works here too.',
  looking: 'Looking up the code…',
  continueAs: (name: string) => `Continue as ${name}?`,
  continueText: (name: string) => `This device will be ${name} too, with the same games.`,
  already: (name: string) => `This device already plays as ${name}.`,
  accept: (name: string) => `Continue as ${name}`,
  goOn: 'Continue',
  otherCode: 'Type another code',
};
