import type { DriverExam, DriverExamInput } from '#api/catalogue/exams/contract.ts'
import { endOfDay } from '#api/zone.ts'
import { parseNumberInput } from '../client/amount-input.ts'

/** Form values of an exam, with numbers as text. */
export interface ExamDraft {
  educationPartId: number
  educationId: number
  title: string
  description: string | null
  startDate: Date | null
  endDate: Date | null
  /** Any moment of the last day of sign-up; null for no such day. */
  lastSignUpDate: Date | null
  city: string
  venue: string
  address: string
  examinerId: number | null
  responsibleIds: number[]
  /** Number of seats; empty for no limit. */
  maxParticipants: string
  /** Kronor; empty for free. */
  fee: string
  /** Age in years below which a guardian must come along, from 18 to 25. */
  guardianAge: string
  /** Whether members of other federations may not sign up. */
  blockedForExternalUsers: boolean
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))
const toFieldDate = (date: Date) => (date.getTime() ? date : null)

/**
 * Converts an exam to the draft of its form; numbers become texts with a decimal comma. A fee of 0 becomes an empty
 * text, and a time at the epoch and an examiner of 0 become null.
 */
export const toDraft = (exam: DriverExam): ExamDraft => ({
  educationPartId: exam.educationPartId,
  educationId: exam.educationId,
  title: exam.title ?? '',
  description: exam.description,
  startDate: toFieldDate(exam.startDate),
  endDate: toFieldDate(exam.endDate),
  lastSignUpDate: exam.lastSignUpDate,
  city: exam.city,
  venue: exam.venue ?? '',
  address: exam.address ?? '',
  examinerId: exam.examinerId || null,
  responsibleIds: exam.responsibleIds,
  maxParticipants: toInputText(exam.maxParticipants),
  fee: exam.fee === 0 ? '' : toInputText(exam.fee),
  guardianAge: String(exam.guardianAge),
  blockedForExternalUsers: exam.blockedForExternalUsers,
})

/** Returns the last moment of sign-up: the end of the chosen day, or the start of the exam when it is on that day. */
function lastMoment(day: Date | null, stored: Date | null, start: Date | null): Date | null {
  if (!day || day.getTime() === stored?.getTime()) return day
  const end = endOfDay(day)
  return start && end.getTime() === endOfDay(start).getTime() ? start : end
}

/**
 * Converts the draft to the input of the call, with the version that it began from for optimistic locking; `version`
 * with the id 0 is a new exam without one. Empty texts become a fee of 0, no limit of seats and a guardian age of 18;
 * missing times and examiner stay null and text that is no number stays, so that the server names its field. A changed
 * last day of sign-up means its end in Sweden, or the start of an exam on that day.
 */
export const toInput = (draft: ExamDraft, version: DriverExam): DriverExamInput => ({
  ...draft,
  // Missing values are sent as null, so that the server names their fields.
  startDate: draft.startDate as Date,
  endDate: draft.endDate as Date,
  examinerId: draft.examinerId as number,
  lastSignUpDate: lastMoment(draft.lastSignUpDate, version.lastSignUpDate, draft.startDate),
  maxParticipants: parseNumberInput(draft.maxParticipants),
  fee: parseNumberInput(draft.fee) ?? 0,
  guardianAge: parseNumberInput(draft.guardianAge) ?? 18,
  lastChange: version.educationPartPracticalDriverExamId ? version.lastChange : null,
})

interface NewExam {
  educationPartId: number
  educationId: number
  partTitle: string
  educationTitle: string
  checklist: DriverExam['checklist']
  examiner: { id: number; name: string } | null
}

/**
 * Initial values of the form for a new exam of a part. Its times are the epoch, which the form shows as empty.
 * `examiner` is preselected; null leaves the choice open.
 */
export const emptyExam = ({ examiner, ...place }: NewExam): DriverExam => ({
  ...place,
  educationPartPracticalDriverExamId: 0,
  title: null,
  description: null,
  startDate: new Date(0),
  endDate: new Date(0),
  city: '',
  venue: null,
  address: null,
  examinerId: examiner?.id ?? 0,
  examinerName: examiner?.name ?? '',
  responsibleIds: [],
  maxParticipants: null,
  bookedCount: 0,
  availableSpots: null,
  hasFreeSpots: true,
  fee: 0,
  lastSignUpDate: null,
  guardianAge: 18,
  blockedForExternalUsers: false,
  canceled: false,
  lastChange: new Date(0),
})
