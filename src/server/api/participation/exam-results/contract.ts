import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { DriverExam, DriverExamFilter } from '#api/catalogue/exams/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { CustomAnswer } from '#api/questions.ts'
import { id, instant, noContent } from '#api/wire.ts'

/** One item of a protocol, with its text at the time of the exam. */
const ProtocolItem = z.object({
  id: z.int(),
  text: z.string(),
  required: z.boolean(),
  passed: z.boolean(),
  comment: z.string().nullable(),
})

export const ExamProtocol = z.object({
  items: z.array(ProtocolItem),
  passed: z.boolean(),
  /** An SVG path of a drawn signature, or a typed name. */
  signature: z.string(),
  examinerId: id,
  examinerName: z.string(),
  signedDate: instant,
})
export type ExamProtocol = z.infer<typeof ExamProtocol>

const ExamResultState = z.enum(['pending', 'signedUp', 'passed', 'failed', 'canceled'])

/** A driver's result on a practical driver exam. */
export const DriverExamResult = EducationPartResult.extend({
  /** Equals completed. */
  approved: z.boolean(),
  state: ExamResultState,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizationNames: z.array(z.string()),
  /** Age on the day of the exam, in whole years; visible to its organisers, and null without a birth date. */
  age: z.int().nullable(),
  guardianName: z.string().nullable(),
  mustHaveGuardian: z.boolean(),
  /** The driver needs a guardian and has none; nothing can be approved until one is assigned. */
  guardianMissing: z.boolean(),
  protocol: ExamProtocol.nullable(),
  /** Note among the examiners; null for everybody else. */
  note: z.string().nullable(),
  /** The caller may choose the guardian and cancel: the driver, a guardian or an organiser. */
  mayAct: z.boolean(),
  /** The caller organises the exam for this person. */
  organized: z.boolean(),
})
export type DriverExamResult = z.infer<typeof DriverExamResult>

const comment = z
  .string()
  .trim()
  .max(500)
  .transform((text) => text || null)
  .nullish()

export const WrittenProtocol = z.object({
  items: z
    .array(z.object({ id: z.int(), passed: z.boolean(), comment: comment.transform((it) => it ?? null) }))
    .max(60),
  passed: z.boolean(),
  /** An SVG path of a drawn signature, or a typed name. */
  signature: z
    .string()
    .min(2)
    .max(30_000)
    .regex(/^(M\d[\dML ]*|\p{L}[\p{L}\p{M} .'’-]{1,99})$/u),
  /** Time of the signature, by the device's clock. */
  signedDate: instant,
})
export type WrittenProtocol = z.infer<typeof WrittenProtocol>

/** One element of a write: a sign-up without `resultId`, one change of that result with it. */
export const WrittenExamResult = z.object({
  resultId: id.nullish(),
  userId: id,
  completed: z.boolean().optional(),
  attended: z.boolean().nullish(),
  /** Approves a pending sign-up. */
  signUpDate: instant.nullish(),
  protocol: WrittenProtocol.nullish(),
  note: z
    .string()
    .trim()
    .max(1000)
    .transform((text) => text || null)
    .nullish(),
  guardianUserId: id.nullish(),
  lastChange: instant.nullish(),
})
export type WrittenExamResult = z.infer<typeof WrittenExamResult>

export const ExamSignUp = z.object({
  userId: id,
  guardianUserId: id.nullish(),
  customAnswers: z.array(CustomAnswer).max(50).default([]),
  invoiceRecipientId: id.nullish(),
})
export type ExamSignUp = z.infer<typeof ExamSignUp>

/** The caller's roles on an exam. */
const ExamPart = z.enum(['examiner', 'driver', 'guardian'])

/** An exam of the caller, as examiner, driver or guardian, with the caller's and the children's results. */
export const OwnDriverExam = DriverExam.extend({ roles: z.array(ExamPart), results: z.array(DriverExamResult) })
export type OwnDriverExam = z.infer<typeof OwnDriverExam>

const BookedDriverExam = DriverExam.extend({ result: DriverExamResult })

export const FoundAdult = z.object({ id, name: z.string(), organizationNames: z.array(z.string()) })
export type FoundAdult = z.infer<typeof FoundAdult>

const feature = 'PracticalDriverExamination'
const filter = DriverExamFilter.default(DriverExamFilter.parse({}))

export const examResults = contract({
  'DELETE /EducationPartsPracticalDriverExam/:id': {
    who: 'educatorsUp',
    feature,
    reply: noContent,
    changes: ['exams'],
    summary:
      'Deletes an examination. One with participants is canceled instead, and they are notified. Refused when it has results.',
  },
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList': {
    who: 'signedIn',
    feature,
    body: filter,
    reply: z.array(OwnDriverExam),
    summary: 'Lists the caller’s examinations as examiner, as driver, and as guardian.',
  },
  'GET /EducationPartsPracticalDriverExam/:id/results': {
    who: 'signedIn',
    feature,
    reply: z.array(DriverExamResult),
    summary: 'Lists the results of an examination that the caller may read, including own results and a child’s.',
  },
  'POST /EducationPartsPracticalDriverExam/results': {
    who: 'signedIn',
    feature,
    body: z.object({ examIds: z.array(id).max(200) }),
    reply: z.array(DriverExamResult),
    summary: 'Lists the results of several examinations.',
  },
  'PUT /EducationPartsPracticalDriverExam/:id/results': {
    who: 'educatorsUp',
    feature,
    body: z.array(WrittenExamResult).min(1).max(50),
    bodyMb: 2,
    reply: z.array(DriverExamResult),
    changes: ['exams'],
    repeatable: true,
    summary: 'Signs up, approves sign-ups, saves protocols and withdraws results, all or none.',
  },
  'DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId': {
    who: 'signedIn',
    feature,
    reply: noContent,
    changes: ['exams'],
    summary:
      'Cancels the caller’s sign-up before the examination. Its organisers may remove anyone who has not been examined.',
  },
  'POST /EducationPartsPracticalDriverExam/:id/results/:userId/approve': {
    who: 'educatorsUp',
    feature,
    reply: DriverExamResult,
    changes: ['exams'],
    repeatable: true,
    summary: 'Passes a driver on the day of the examination, as its examiner. Refused without a required guardian.',
  },
  'POST /EducationPartsPracticalDriverExam/:id': {
    who: 'signedIn',
    feature,
    body: ExamSignUp,
    reply: DriverExamResult,
    changes: ['exams'],
    repeatable: true,
    summary: 'Signs up a driver. One who needs a guardian and names none waits until one is assigned.',
  },
  'PUT /EducationPartsPracticalDriverExam/:id/assignguardian': {
    who: 'signedIn',
    feature,
    body: z.object({ adultUserId: id, childUserId: id }),
    reply: DriverExamResult,
    changes: ['exams'],
    summary: 'Assigns a guardian to a driver and notifies that adult.',
  },
  'POST /EducationPartsPracticalDriverExam/searchAdults': {
    who: 'signedIn',
    feature,
    body: z.object({
      searchString: z
        .string()
        .trim()
        .min(3)
        .max(100)
        .refine((text) => /\p{L}{3}/u.test(text), { params: { reason: 'too_small' } }),
      childUserId: id,
    }),
    reply: z.array(FoundAdult),
    cache: 'never',
    summary:
      'Lists adults by name, at most ten, for a caller who signs up a minor. Every search is logged, and searches are limited.',
  },
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian': {
    who: 'signedIn',
    feature,
    reply: z.boolean(),
    cache: 'never',
    summary: 'Returns whether the person needs a guardian at the examination.',
  },
  'GET /EducationPartsPracticalDriverExam/:id/canUserSignUp/:userId': {
    who: 'signedIn',
    feature,
    reply: SignUpOffer,
    summary: 'Returns whether the person can sign up to the examination, or why not, and what the sign-up asks for.',
  },
  'GET /EducationPartsPracticalDriverExam/canUserSignUpToEducation/:educationId/:userId': {
    who: 'signedIn',
    feature,
    reply: z.object({
      allowed: z.boolean(),
      reason: z.string().nullable(),
      message: z.string().nullable(),
      /** The exam of the offer: the first that is open for sign-ups, else the first that is yet to come. */
      examId: id.nullable(),
    }),
    summary: 'Returns whether the person can sign up to an examination of the education.',
  },
  'GET /user/:id/bookedpracticaldriverexams': {
    who: 'signedIn',
    feature,
    reply: z.array(BookedDriverExam),
    summary: 'Lists the coming examinations that the person is signed up to, soonest first.',
  },
})
