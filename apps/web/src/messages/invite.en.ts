/** Words for asking friends into a race. */
export const inviteWords = {
  heading: 'Invite friends',
  link: 'Link to this race',
  copyLink: 'Copy link',
  share: 'Share',
  shareText: (game: string) => `Race me at ${game} on the same deal:`,
  qr: 'QR code of the link',
  typeCode: 'Or type this code on the start page:',
  onlyThisMachine:
    'This address works on this computer only. Other devices need its network address, shown at startup.',
  noShare: 'The share menu needs https; copy the link or show the QR code instead.',
};
