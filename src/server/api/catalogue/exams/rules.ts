import { ageOn } from '#api/ages.ts'
import { mayStandAsGuardian, mustHaveGuardian } from '#api/people/guardians/rules.ts'
import type { ChecklistItem } from '#api/questions.ts'
import type { RefusalCode } from '#api/refusals.ts'

const ageOfMajority = 18

interface Held {
  /** The day in Sweden, `yyyy-MM-dd`. */
  heldOn: string
  /** Under which age a driver comes with a guardian; never below the age of majority. */
  guardianUnder: number
}

/** The exam may ask for guardians longer than the law, and so may its education; neither may ask for them shorter. */
export const guardianUnder = (exam: { guardianAge: number }, education: { guardianRequiredUnderAge: number | null }) =>
  Math.max(ageOfMajority, exam.guardianAge, education.guardianRequiredUnderAge ?? 0)

/** Whether the driver comes with an adult on the day of the exam (spec G-070); an unknown age is a minor's. */
export const needsGuardian = (driver: { birthOn: string | null }, exam: Held): boolean =>
  mustHaveGuardian(exam.guardianUnder, driver.birthOn, exam.heldOn)

interface Person {
  id: number
  birthOn: string | null
  isExternal: boolean
}

type GuardianRefusal = Extract<
  RefusalCode,
  'guardian_external' | 'guardian_not_adult' | 'guardian_of_adult' | 'guardian_of_self'
>

/** Why an adult cannot come with a driver: of age today, when the promise is given, and on the day itself. */
export function refuseGuardian(
  adult: Person,
  driver: Pick<Person, 'id' | 'birthOn'>,
  { exam, todayOn, byOrganizer }: { exam: Held; todayOn: string; byOrganizer: boolean },
): GuardianRefusal | null {
  if (adult.id === driver.id) return 'guardian_of_self'
  if (!needsGuardian(driver, exam)) return 'guardian_of_adult'
  const firstOn = todayOn < exam.heldOn ? todayOn : exam.heldOn
  if (!mayStandAsGuardian(adult, firstOn, true)) return 'guardian_not_adult'
  return mayStandAsGuardian(adult, firstOn, byOrganizer) ? null : 'guardian_external'
}

export const ageOnDay = (birthOn: string | null, dayOn: string): number | null =>
  birthOn === null ? null : ageOn(birthOn, dayOn)

interface Judged {
  id: number
  passed: boolean
  comment: string | null
}

type ProtocolRefusal = Extract<
  RefusalCode,
  'exam_items_failed' | 'exam_items_missing' | 'exam_items_unknown' | 'exam_reason_missing'
>

/** What of a protocol does not hold together; the checklist is the part's as it is now. */
export function refuseProtocol(
  protocol: { items: readonly Judged[]; passed: boolean },
  checklist: readonly ChecklistItem[],
): ProtocolRefusal | null {
  const judged = new Map(protocol.items.map((item) => [item.id, item]))
  if (judged.size !== protocol.items.length || protocol.items.some(({ id }) => !checklist.some((one) => one.id === id)))
    return 'exam_items_unknown'
  if (checklist.some(({ id }) => !judged.has(id))) return 'exam_items_missing'
  if (protocol.passed && !mayPass(protocol.items, checklist)) return 'exam_items_failed'
  const saysWhy = protocol.items.some(({ passed, comment }) => !passed || comment)
  return protocol.passed || saysWhy || checklist.length === 0 ? null : 'exam_reason_missing'
}

/** Nobody passes with a failure in what is required. */
export const mayPass = (items: readonly Judged[], checklist: readonly ChecklistItem[]): boolean =>
  checklist.every(({ id, required }) => !required || items.some((item) => item.id === id && item.passed))

export type ExamResultState = 'pending' | 'signedUp' | 'passed' | 'failed' | 'canceled'

/** How somebody stands on an exam. An attempt that failed is closed, so that another exam may be signed up to. */
export function examStateOf(
  result: { completed: boolean; canceled: boolean; signUpDate: Date | null },
  protocol: { passed: boolean } | null,
): ExamResultState {
  if (result.completed) return 'passed'
  if (protocol && !protocol.passed) return 'failed'
  if (result.canceled) return 'canceled'
  return result.signUpDate ? 'signedUp' : 'pending'
}
