import { localeTag } from '#locales/tags.ts'

/** Formats the score of a course, from 0 to 1, as a whole percentage: "83 %". */
export const formatScore = (score: number, language: string): string =>
  new Intl.NumberFormat(localeTag(language), { style: 'percent', maximumFractionDigits: 0 }).format(score)
