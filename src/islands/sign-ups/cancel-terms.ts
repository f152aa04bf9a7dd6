import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

/** Facts that decide until when a seat can be cancelled, and the refund that follows. */
export interface CancelTerms {
  /** The last moment, of `cancelDeadline`. */
  until: Date
  fee: number
  /** The club is invoiced for the fee, so that nothing has been paid. */
  isInvoiced: boolean
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
}

/**
 * Names the people of one booking in a text of `sign-ups`: the person, or the reader without `person`, and the
 * companions. Undefined for the reader alone.
 */
export function namePeople(
  person: string | undefined,
  companions: readonly string[],
  { t, language }: { t: Translate; language: string },
): string | undefined {
  if (companions.length === 0) return person
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return list.format([person ?? t('terms.yourself'), ...companions])
}

const lastMinuteOfDay = '23:59'

/**
 * Formats a deadline in Swedish time and in a language: the day alone when it ends at 23:59, otherwise the day and the
 * time.
 */
export function deadlineText(until: Date, language: string): string {
  const isWholeDay = momentText(until, 'time', 'sv') === lastMinuteOfDay
  return momentText(until, isWholeDay ? 'weekday' : 'moment', language)
}

/**
 * Formats the last moment to cancel in a text of `sign-ups`, with the person's name when it is another than the reader.
 */
export function cancelUntilText({ until, person }: CancelTerms, t: Translate, language: string): string {
  const when = deadlineText(until, language)
  return person ? t('terms.untilPerson', { when, name: person }) : t('terms.until', { when })
}

/**
 * Lists what a person reads before a booking, as sentences of `sign-ups`: until when it can be cancelled, what comes
 * back, and what does not. After the last moment: that it cannot be cancelled, and with a fee that it is not paid back.
 */
export function listCancelTerms(terms: CancelTerms, now: Date, t: Translate, language: string): string[] {
  const hasFee = terms.fee > 0
  if (terms.until <= now) return [t('terms.closed'), ...(hasFee ? [t('terms.closedFee')] : [])]
  return [
    cancelUntilText(terms, t, language),
    ...(hasFee ? [t(terms.isInvoiced ? 'terms.notInvoiced' : 'terms.back')] : []),
    t(hasFee ? 'terms.afterFee' : 'terms.after'),
  ]
}
