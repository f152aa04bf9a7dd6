import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { readinessStepKey } from '#api/participation/readiness/rules.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import { momentText } from '#locales/moments.ts'
import { translator } from '#locales/translate.ts'
import { evaluateNextCycle, findAim } from '../issuing/rules.ts'
import { findLicenseFacts } from '../person-storage.ts'

/** A licence that a person holds, and the language to write in. */
export interface HeldLicense {
  userId: number
  licenseId: number
  language: Language
}

/**
 * Returns the sentence of a mail about what comes next to renew a licence, in the words of the profile. Empty when
 * nothing is left to do or it cannot be renewed. Access is not checked here.
 */
export async function describeRenewalStep(ctx: Visitor, { userId, licenseId, language }: HeldLicense): Promise<string> {
  const facts = await findLicenseFacts(ctx, userId)
  const definition = facts?.definitions.find(({ id }) => id === licenseId)
  if (!facts || !definition || findAim(facts, definition) === 'first') return ''
  const { next } = toReadiness(evaluateNextCycle(facts, definition))
  if (!next) return ''
  const date = next.on && momentText(new Date(`${next.on}T12:00:00Z`), 'day', language)
  const step = translator(language, 'licenses')(readinessStepKey(next), { title: next.title, date })
  return translator(language, 'mails')('licenseExpiring.renewalStep', { step })
}
