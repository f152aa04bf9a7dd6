import type { Ctx } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import type { Json } from '../statement-rules/check.ts'
import { inWords, nameOf, rightInWords } from './interactions.ts'

/** Formats activities and answers in the reader's language. */
export interface Speaker {
  name: (activityId: string) => string
  answer: (activityId: string, response: string) => string
  right: (activityId: string) => string | null
}

/** Returns the formatter for the caller's language. */
export function speaker({ language }: Ctx, definitions: ReadonlyMap<string, Json>): Speaker {
  const t = translator(language, 'course-figures')
  const wording = { language, yes: t('answer.true'), no: t('answer.false') }
  return {
    name: (activityId) => nameOf(activityId, definitions.get(activityId), language),
    answer: (activityId, response) => inWords(response, definitions.get(activityId), wording),
    right: (activityId) => rightInWords(definitions.get(activityId), wording),
  }
}
