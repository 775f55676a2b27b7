/** Words of signing in and of what an account keeps. */
import { count } from './counting.ts';

export const accounts = {
  you: {
    title: 'You',
    nobody: 'Nobody has played on this device yet.',
    nobodyText:
      'Play, and your games are kept here. Or sign in to continue the games of your account.',
    guest: 'You play as a guest.',
    account: 'You have an account.',
    version: (version: string) => `Same Deal ${version}`,
    licences: 'Licences of the software in it',
  },

  keep: {
    title: 'Save your games',
    lead: 'Your games are saved only in this browser. With a way to sign in they are yours on any device, and boards can list you. Everything you have played stays.',
    have: 'Have an account already?',
    done: 'Your games are kept. You can sign in on any device now.',
  },

  ways: {
    title: 'How you sign in',
    passkeys: 'Passkeys',
    passkey: 'Make a passkey',
    anotherPasskey: 'Add a passkey',
    passkeyHint: 'Quickest: your fingerprint, face or screen lock. Nothing to remember.',
    passkeyAdded: 'The passkey is added.',
    noPasskeys: 'Passkeys need a secure (https) address, and a browser that has them.',
    passkeyCancelled: 'No passkey was made.',
    removePasskey: (name: string) => `Remove the passkey ${name}`,
    remove: 'Remove',
    passkeyRemoved: 'The passkey is removed.',
    made: (when: string) => `made ${when}`,
    used: (when: string) => `last used ${when}`,
    password: 'Username and password',
    changePassword: 'Change username or password',
    username: 'Username',
    usernameHint: 'For signing in only; the others see your name.',
    firstPassword: 'Password',
    newPassword: 'New password',
    passwordHint:
      'At least 15 characters: three or four words do well. We can’t reset it if you forget.',
    current: 'Current password',
    endOthers: 'Sign out my other devices',
    signInAgain: 'Sign in again',
    savePassword: 'Save username and password',
    removePassword: 'Remove the password',
    passwordRemoved: 'The password is removed.',
    passwordSaved: 'Username and password are saved.',
    email: 'A link by e-mail',
    removeEmail: 'Remove the address',
    emailRemoved: 'The address is removed.',
    changeEmail: 'Change the address',
    address: 'E-mail address',
    addressHint: 'Used to sign you in, for nothing else.',
    sendLink: 'Send me a link',
    sent: (address: string) =>
      `A link is on its way to ${address}. Open it in this browser within fifteen minutes.`,
    passwordMistakes: {
      'too-short': 'That password is too short.',
      'too-long': 'That password is too long.',
      common: 'That is one of the passwords everybody tries first. Choose another one.',
      predictable:
        'That password is too easy to guess: it repeats itself, or is based on your username.',
    } as Readonly<Record<string, string>>,
  },

  signIn: {
    title: 'Sign in',
    lead: 'Continue the games of your account on this device.',
    already: (name: string) => `This device is signed in as ${name}.`,
    alreadyText: 'Signing in as somebody else ends that here; nothing is lost.',
    toYou: 'See your account',
    passkey: 'Sign in with a passkey',
    passkeyCancelled: 'No passkey was used.',
    withPassword: 'With username and password',
    password: 'Password',
    submit: 'Sign in',
    withEmail: 'With a link by e-mail',
    sent: (address: string) =>
      `If an account has ${address}, a link is on its way there. It is valid for fifteen minutes.`,
    withLink: 'You have opened a link for signing in.',
    useLink: 'Sign in on this device',
    none: 'No account yet? None is needed: just play. You can save your games later.',
    done: (name: string) => `You are signed in as ${name}.`,
  },

  guest: {
    lead: (name: string) => `This device has been playing as ${name}, a guest.`,
    question: (name: string) => `What should happen to ${name}’s games?`,
    bring: 'Bring them along',
    leave: 'Leave them behind',
    leaveWarning: 'Games left behind cannot be reached any more.',
    rulesTitle: 'How games come together',
    rules: [
      'Every game, result and streak of the guest becomes yours.',
      'Where both tried the same daily, the one that was started first is the ranked one.',
      'Where both played in one race, both seats stay, and the race counts for nothing.',
      'While you are in one race or daily twice, it has to end first; until then nothing changes.',
    ],
    toRace: 'Go to the race',
    toDaily: 'Go to your games',
    merged: (name: string, plays: number) =>
      `${count(plays, 'game', 'games')} of ${name} came along.`,
  },
};
