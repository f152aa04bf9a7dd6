import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Payment } from '#api/money/payments/contract.ts'
import { Comment } from '#api/participation/comments/contract.ts'
import { EducationResult } from '#api/participation/education-results/contract.ts'
import { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { LicenseGoal } from '#api/participation/licenses/goals/contract.ts'
import { UserLicense } from '#api/participation/licenses/held/contract.ts'
import { ReportedActivity } from '#api/participation/licenses/reported/contract.ts'
import { OtherRequirementResult } from '#api/participation/other-requirements/contract.ts'
import { BookedOccasion, StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { Submission } from '#api/participation/submissions/contract.ts'
import { PendingEmail } from '#api/people/email-changes/contract.ts'
import { GuardianRelation } from '#api/people/guardians/contract.ts'
import { SeenUser } from '#api/people/users/contract.ts'
import { id, instant } from '#api/wire.ts'

/** A guardian or a ward; not confirmed, the link gives no access yet. */
const Relation = z.object({
  userId: id,
  /** Empty on the own requests, which are told of nobody. */
  name: z.string(),
  confirmed: z.boolean(),
  relation: GuardianRelation.nullable(),
})

/** The same, with what the caller may do about it. */
export const ShownRelation = Relation.extend({
  childAgreed: z.boolean(),
  /** Who has to answer; the adult who asks is not told who. */
  waitsFor: z.enum(['guardian', 'office', 'answer']).nullable(),
  mayConfirm: z.boolean(),
  /** The child can note its own yes. */
  mayAgree: z.boolean(),
  mayRemove: z.boolean(),
})
export type ShownRelation = z.infer<typeof ShownRelation>

/** What the caller may do with the person; the calls judge it again. */
export const Doable = z.object({
  edit: z.boolean(),
  /** Look for a guardian, or for a child to be the guardian of. */
  addGuardian: z.boolean(),
  addWard: z.boolean(),
  /** Print a curriculum vitae: of everything the person has learnt. */
  printCv: z.boolean(),
})
export type Doable = z.infer<typeof Doable>

/** What a profile shows. The lists are empty for whoever may only see name, picture and organisations. */
export const Profile = z.object({
  user: SeenUser,
  /** Everything is shown, to the person, guardians and the office. */
  full: z.boolean(),
  /** The caller teaches the person: of the lists there are the results of what the caller teaches. */
  taught: z.boolean(),
  may: Doable,
  results: z.array(EducationResult),
  started: z.array(StartedEducationBlock),
  booked: z.array(BookedOccasion),
  guardians: z.array(ShownRelation),
  wards: z.array(ShownRelation),
  /** For the person and those who may edit them. */
  pendingEmail: PendingEmail.nullable(),
  /** Whether an electronic identification opens the account; for those who may take it away, else null. */
  connected: z.boolean().nullable(),
})
export type Profile = z.infer<typeof Profile>

/** The export of all that the portal holds about a person (spec G-066): learning as the screens show it, and every table. */
export const PersonalData = z.object({
  exported: instant,
  user: SeenUser,
  educationResults: z.array(EducationResult),
  partResults: z.array(EducationPartResult),
  guardians: z.array(Relation),
  wards: z.array(Relation),
  submissions: z.array(Submission),
  /** The threads on the own results. */
  comments: z.array(Comment),
  /** By card. */
  payments: z.array(Payment),
  /** Practical driver examinations with their protocols. */
  exams: z.array(DriverExamResult),
  /** Every cycle that has been held. */
  licenses: z.array(UserLicense),
  licenseGoals: z.array(LicenseGoal.pick({ licenseId: true, licenseName: true, created: true })),
  otherRequirements: z.array(OtherRequirementResult),
  reportedActivities: z.array(ReportedActivity),
  /** Everything by table, as the data map finds it; times are UTC. Secrets and what tells of somebody else are left out. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** How often the person's number stands in rows about others, such as results that they approved. */
  acts: z.array(z.object({ table: z.string(), column: z.string(), count: z.int() })),
})
export type PersonalData = z.infer<typeof PersonalData>

export const profiles = contract({
  'GET /user/:id/profile': {
    who: 'signedIn',
    reply: Profile,
    summary: 'A person’s profile as the caller may see it, in one round trip more than the person.',
  },
  'GET /user/:id/personaldata': {
    who: 'signedIn',
    reply: PersonalData,
    cache: 'never',
    summary:
      'Everything about oneself, or about a child for a deciding guardian, to take along; that it was fetched is on record.',
  },
})
