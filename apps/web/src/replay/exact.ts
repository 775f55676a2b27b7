import { gameOf } from '@same-deal/engine';

/** Whether the analysis of a play tries every line, as it can in Bisley; there it takes no time either. */
export const isAnalysisExact = (variant: string): boolean => gameOf(variant) === 'bisley';
