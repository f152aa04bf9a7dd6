import { ageOn } from '#api/ages.ts'
import { canBeGuardian, requiresGuardian } from '#api/people/guardians/rules.ts'
import type { ChecklistItem } from '#api/questions.ts'
import type { RefusalCode } from '#api/refusals.ts'

/** The orders of the list of exams, each with its usual direction. */
export const examOrders = {
  start: 'ascending',
  exam: 'ascending',
  city: 'ascending',
  examiner: 'ascending',
  places: 'descending',
} as const

const ageOfMajority = 18

interface ExamDay {
  /** Day of the exam in Sweden, `yyyy-MM-dd`. */
  heldOn: string
  /** Age under which a driver needs a guardian; never below the age of majority. */
  guardianUnder: number
}

/**
 * Returns the age in years under which a driver needs a guardian. The exam and its education may raise the age of
 * majority, 18, but not lower it.
 */
export const guardianAgeLimit = (
  exam: { guardianAge: number },
  education: { guardianRequiredUnderAge: number | null },
) => Math.max(ageOfMajority, exam.guardianAge, education.guardianRequiredUnderAge ?? 0)

/**
 * True when the driver must come with an adult on the day of the exam (spec G-070): younger than `guardianUnder` of the
 * exam on that day. A driver without a birth date counts as a minor.
 */
export const needsGuardian = (driver: { birthOn: string | null }, exam: ExamDay): boolean =>
  requiresGuardian(exam.guardianUnder, driver.birthOn, exam.heldOn)

interface Person {
  id: number
  birthOn: string | null
  isExternal: boolean
}

type GuardianRefusal = Extract<
  RefusalCode,
  'guardian_external' | 'guardian_not_adult' | 'guardian_of_adult' | 'guardian_of_self'
>

/**
 * Returns the code by which an adult cannot be the driver's guardian; null when the adult can. The first that applies:
 * `guardian_of_self`: the adult is the driver. `guardian_of_adult`: on the day of the exam the driver has reached
 * `guardianUnder` of the exam, which is 18 or higher; without a birth date the driver needs a guardian.
 * `guardian_not_adult`: the adult is under 18 today (`todayOn`, `yyyy-MM-dd`) or on that day, or has no birth date.
 * `guardian_external`: the adult is from outside the federation and no organiser names them (`isByOrganizer`).
 */
export function findGuardianRefusal(
  adult: Person,
  driver: Pick<Person, 'id' | 'birthOn'>,
  { exam, todayOn, isByOrganizer }: { exam: ExamDay; todayOn: string; isByOrganizer: boolean },
): GuardianRefusal | null {
  if (adult.id === driver.id) return 'guardian_of_self'
  if (!needsGuardian(driver, exam)) return 'guardian_of_adult'
  const firstOn = todayOn < exam.heldOn ? todayOn : exam.heldOn
  if (!canBeGuardian(adult, firstOn, true)) return 'guardian_not_adult'
  return canBeGuardian(adult, firstOn, isByOrganizer) ? null : 'guardian_external'
}

/** Returns the age in whole years on a day (`yyyy-MM-dd`), or null without a birth date. */
export const ageOrNull = (birthOn: string | null, dayOn: string): number | null =>
  birthOn === null ? null : ageOn(birthOn, dayOn)

interface JudgedItem {
  id: number
  passed: boolean
  comment: string | null
}

type ProtocolRefusal = Extract<
  RefusalCode,
  'exam_items_failed' | 'exam_items_missing' | 'exam_items_unknown' | 'exam_reason_missing'
>

/**
 * Returns the first code by which a protocol is incomplete or contradictory; null when it is neither. It is compared
 * with the part's present checklist.
 *
 * `exam_items_unknown`: an item is not in the checklist, or occurs twice; `exam_items_missing`: an item of the
 * checklist is not judged; `exam_items_failed`: a passed protocol lacks a required item; `exam_reason_missing`: a
 * failed protocol has neither a failed item nor a comment. With an empty checklist it needs none.
 */
export function findProtocolRefusal(
  protocol: { items: readonly JudgedItem[]; passed: boolean },
  checklist: readonly ChecklistItem[],
): ProtocolRefusal | null {
  const itemsById = new Map(protocol.items.map((item) => [item.id, item]))
  if (
    itemsById.size !== protocol.items.length ||
    protocol.items.some(({ id }) => !checklist.some((one) => one.id === id))
  )
    return 'exam_items_unknown'
  if (checklist.some(({ id }) => !itemsById.has(id))) return 'exam_items_missing'
  if (protocol.passed && !hasPassedRequiredItems(protocol.items, checklist)) return 'exam_items_failed'
  const hasReason = protocol.items.some(({ passed, comment }) => !passed || comment)
  return protocol.passed || hasReason || checklist.length === 0 ? null : 'exam_reason_missing'
}

/** True when every required item of the checklist has passed, and when it requires none. */
export const hasPassedRequiredItems = (items: readonly JudgedItem[], checklist: readonly ChecklistItem[]): boolean =>
  checklist.every(({ id, required }) => !required || items.some((item) => item.id === id && item.passed))

/** State of a driver's result on an exam. */
export type ExamResultState = 'pending' | 'signedUp' | 'passed' | 'failed' | 'canceled'

/**
 * Returns the state of a driver's result, the first that applies: `passed` when completed, whatever the protocol says;
 * `failed` by the protocol, even when cancelled; `canceled`; `signedUp`; `pending` while the sign-up waits for
 * approval.
 *
 * A failed attempt is closed, so that the driver can sign up for another exam. `protocol` is null before the exam is
 * judged.
 */
export function toExamResultState(
  result: { completed: boolean; canceled: boolean; signUpDate: Date | null },
  protocol: { passed: boolean } | null,
): ExamResultState {
  if (result.completed) return 'passed'
  if (protocol && !protocol.passed) return 'failed'
  if (result.canceled) return 'canceled'
  return result.signUpDate ? 'signedUp' : 'pending'
}
