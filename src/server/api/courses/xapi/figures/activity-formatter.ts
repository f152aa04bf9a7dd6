import type { Ctx } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import type { Json } from '../statement-rules/check.ts'
import { activityName, formatResponse, formatRightAnswer } from './interactions.ts'

/** Formats activities and answers in the caller's language. */
export interface ActivityFormatter {
  name: (activityId: string) => string
  answer: (activityId: string, response: string) => string
  right: (activityId: string) => string | null
}

/**
 * Returns the functions that format activities, answers and right answers in the caller's language. An activity without
 * a definition shows the last part of its id; `right` returns null without a right answer.
 */
export function activityFormatter({ language }: Ctx, definitions: ReadonlyMap<string, Json>): ActivityFormatter {
  const t = translator(language, 'course-figures')
  const wording = { language, yes: t('answer.true'), no: t('answer.false') }
  return {
    name: (activityId) => activityName(activityId, definitions.get(activityId), language),
    answer: (activityId, response) => formatResponse(response, definitions.get(activityId), wording),
    right: (activityId) => formatRightAnswer(definitions.get(activityId), wording),
  }
}
