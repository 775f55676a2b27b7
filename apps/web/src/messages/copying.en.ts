/** Words of a field to copy from. */
export const copyingWords = {
  byHand: 'Copying needs https here. The text is selected: copy it from your keyboard or menu.',
};
