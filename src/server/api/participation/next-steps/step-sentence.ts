import type { Language } from '#api/actor.ts'
import { momentText } from '#locales/moments.ts'
import { translator } from '#locales/translate.ts'
import type { EducationStep } from './contract.ts'
import { childStepTextKey, stepTextKey } from './rules.ts'

/** Returns the next step as a sentence to the person; empty when the education is completed or nothing remains. */
export function stepSentence(step: EducationStep, language: Language): string {
  const { kind, date, part, before } = step
  if (kind === 'completed' || kind === 'nothing') return ''
  const day = date && momentText(date.startDate, 'agenda', language)
  const values = { title: (part ?? before)?.title, date: day, city: date?.city }
  return translator(language, 'next-steps')(stepTextKey(step), values)
}

/** A child with the education that its next step is in. */
interface ChildInEducation {
  firstName: string
  title: string
}

/**
 * Returns the next step of a child as a sentence to its guardian, in the words of the guardian's start page; empty when
 * the education is completed or nothing remains.
 */
export function childStepSentence(step: EducationStep, child: ChildInEducation, language: Language): string {
  const state = stepSentence(step, language)
  const { firstName: name, title } = child
  const values = { name, title, part: step.part?.title ?? title, state }
  return state && translator(language, 'dashboard')(childStepTextKey(step), values)
}
