import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { DriverExam, DriverExamFilter } from '#api/catalogue/exams/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { CustomAnswer } from '#api/questions.ts'
import { id, instant, nothing } from '#api/wire.ts'

/** One item of a protocol, with its words as they were when it was judged. */
const JudgedItem = z.object({
  id: z.int(),
  text: z.string(),
  required: z.boolean(),
  passed: z.boolean(),
  comment: z.string().nullable(),
})

export const ExamProtocol = z.object({
  items: z.array(JudgedItem),
  passed: z.boolean(),
  /** The pen's path, as SVG writes it, or a typed name. */
  signature: z.string(),
  examinerId: id,
  examinerName: z.string(),
  signedDate: instant,
})
export type ExamProtocol = z.infer<typeof ExamProtocol>

const ExamResultState = z.enum(['pending', 'signedUp', 'passed', 'failed', 'canceled'])

/** Somebody on a practical driver examination. */
export const DriverExamResult = EducationPartResult.extend({
  /** Equals completed. */
  approved: z.boolean(),
  state: ExamResultState,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizationNames: z.array(z.string()),
  /** Whole years on the day; for those who run the examination, and unknown when the birth date is. */
  age: z.int().nullable(),
  guardianName: z.string().nullable(),
  mustHaveGuardian: z.boolean(),
  /** Needs a guardian and has none: nothing is approved until there is one. */
  guardianMissing: z.boolean(),
  protocol: ExamProtocol.nullable(),
  /** Of the examiners among themselves; null for everybody else. */
  note: z.string().nullable(),
  /** The driver, a guardian, or whoever runs the examination: may choose the guardian and sign off. */
  mayAct: z.boolean(),
  /** The caller runs the examination for this person, and has more to say than a reader. */
  organized: z.boolean(),
})
export type DriverExamResult = z.infer<typeof DriverExamResult>

const comment = z
  .string()
  .trim()
  .max(500)
  .transform((given) => given || null)
  .nullish()

export const WrittenProtocol = z.object({
  items: z
    .array(z.object({ id: z.int(), passed: z.boolean(), comment: comment.transform((it) => it ?? null) }))
    .max(60),
  passed: z.boolean(),
  /** A pen's path, or the name of whoever cannot draw one. */
  signature: z
    .string()
    .min(2)
    .max(30_000)
    .regex(/^(M\d[\dML ]*|\p{L}[\p{L}\p{M} .'’-]{1,99})$/u),
  /** When it was signed at the track, by the device's clock. */
  signedDate: instant,
})
export type WrittenProtocol = z.infer<typeof WrittenProtocol>

/** Without `resultId` a sign-up, with it one change of that result. */
export const WrittenExamResult = z.object({
  resultId: id.nullish(),
  userId: id,
  completed: z.boolean().optional(),
  attended: z.boolean().nullish(),
  /** Approves a sign-up that waits. */
  signUpDate: instant.nullish(),
  protocol: WrittenProtocol.nullish(),
  note: z
    .string()
    .trim()
    .max(1000)
    .transform((given) => given || null)
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

/** What the caller is to an examination. */
const ExamPart = z.enum(['examiner', 'driver', 'guardian'])

/** An own examination: as examiner, as driver or as somebody's guardian, with the results that make it own. */
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
    reply: nothing,
    changes: ['exams'],
    summary: 'Takes an examination away; with people on it, it is canceled and they are told. Never one with results.',
  },
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList': {
    who: 'signedIn',
    feature,
    body: filter,
    reply: z.array(OwnDriverExam),
    summary: 'The caller’s own examinations: as examiner, as driver, and as the guardian of one.',
  },
  'GET /EducationPartsPracticalDriverExam/:id/results': {
    who: 'signedIn',
    feature,
    reply: z.array(DriverExamResult),
    summary: 'Who is on an examination, as far as the caller may read it; the own result, and that of a child.',
  },
  'POST /EducationPartsPracticalDriverExam/results': {
    who: 'signedIn',
    feature,
    body: z.object({ examIds: z.array(id).max(200) }),
    reply: z.array(DriverExamResult),
    summary: 'The same of several examinations.',
  },
  'PUT /EducationPartsPracticalDriverExam/:id/results': {
    who: 'educatorsUp',
    feature,
    body: z.array(WrittenExamResult).min(1).max(50),
    bodyMb: 2,
    reply: z.array(DriverExamResult),
    changes: ['exams'],
    repeatable: true,
    summary: 'Signs up, approves sign-ups, keeps protocols and takes results back; all or none.',
  },
  'DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId': {
    who: 'signedIn',
    feature,
    reply: nothing,
    changes: ['exams'],
    summary: 'Signs off before the examination; those who run it take anybody off who has not been examined.',
  },
  'POST /EducationPartsPracticalDriverExam/:id/results/:userId/approve': {
    who: 'educatorsUp',
    feature,
    reply: DriverExamResult,
    changes: ['exams'],
    repeatable: true,
    summary: 'Passes a driver on the day of the examination, as its examiner; never without the guardian needed.',
  },
  'POST /EducationPartsPracticalDriverExam/:id': {
    who: 'signedIn',
    feature,
    body: ExamSignUp,
    reply: DriverExamResult,
    changes: ['exams'],
    repeatable: true,
    summary: 'Signs up a driver; one who needs a guardian and names none waits until one is assigned.',
  },
  'PUT /EducationPartsPracticalDriverExam/:id/assignguardian': {
    who: 'signedIn',
    feature,
    body: z.object({ adultUserId: id, childUserId: id }),
    reply: DriverExamResult,
    changes: ['exams'],
    summary: 'Names the adult who comes with a driver; the adult is told.',
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
    summary: 'Adults by name, ten at most, for whoever signs up a minor; every search is logged and they are limited.',
  },
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian': {
    who: 'signedIn',
    feature,
    reply: z.boolean(),
    cache: 'never',
    summary: 'Whether the person comes with a guardian to the examination.',
  },
  'GET /EducationPartsPracticalDriverExam/:id/canUserSignUp/:userId': {
    who: 'signedIn',
    feature,
    reply: SignUpOffer,
    summary: 'Whether the person can sign up to the examination, why not, and what the sign-up asks.',
  },
  'GET /EducationPartsPracticalDriverExam/canUserSignUpToEducation/:educationId/:userId': {
    who: 'signedIn',
    feature,
    reply: z.object({
      allowed: z.boolean(),
      reason: z.string().nullable(),
      message: z.string().nullable(),
      /** The examination that the answer is about: the soonest that takes sign-ups, or else the soonest. */
      examId: id.nullable(),
    }),
    summary: 'Whether the person can sign up to an examination of the education.',
  },
  'GET /user/:id/bookedpracticaldriverexams': {
    who: 'signedIn',
    feature,
    reply: z.array(BookedDriverExam),
    summary: 'Coming examinations that the person is signed up to, the soonest first.',
  },
})
