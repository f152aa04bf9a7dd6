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

/** A guardian or a ward. A link that is not confirmed gives no access. */
const Relation = z.object({
  userId: id,
  /** Empty in the caller's own requests, which do not reveal the person. */
  name: z.string(),
  confirmed: z.boolean(),
  relation: GuardianRelation.nullable(),
})

/** A relation with its status and the caller's permissions. */
export const ShownRelation = Relation.extend({
  childAgreed: z.boolean(),
  /** Party that must confirm; `answer` for the adult who made the request, who does not learn which party. */
  waitsFor: z.enum(['guardian', 'office', 'answer']).nullable(),
  mayConfirm: z.boolean(),
  /** Whether the child can give its own consent. */
  mayAgree: z.boolean(),
  mayRemove: z.boolean(),
})
export type ShownRelation = z.infer<typeof ShownRelation>

/** Permissions of the caller on the person. The calls themselves check them again. */
export const ProfilePermissions = z.object({
  edit: z.boolean(),
  /** Search for a guardian of the person; `addWard`: for a child whose guardian the person becomes. */
  addGuardian: z.boolean(),
  addWard: z.boolean(),
  /** Print a CV with all completed educations. */
  printCv: z.boolean(),
})
export type ProfilePermissions = z.infer<typeof ProfilePermissions>

/** A person's profile. The lists are empty for callers who may only see name, picture and organisations. */
export const Profile = z.object({
  user: SeenUser,
  /** Whether the reply is complete: for the person, guardians and the office. */
  full: z.boolean(),
  /**
   * Whether the caller is an educator of the person; the reply then contains only results of the caller's educations.
   */
  taught: z.boolean(),
  may: ProfilePermissions,
  results: z.array(EducationResult),
  started: z.array(StartedEducationBlock),
  booked: z.array(BookedOccasion),
  guardians: z.array(ShownRelation),
  wards: z.array(ShownRelation),
  /** Only for the person and for callers who may edit the person. */
  pendingEmail: PendingEmail.nullable(),
  /** Whether an electronic identification is connected; null for callers who may not disconnect it. */
  connected: z.boolean().nullable(),
  /**
   * Whether the sign-in at the OpenID provider is connected and the caller may disconnect it; null for callers who are
   * no administrators of the person.
   */
  staffSignIn: z.boolean().nullable(),
  /** Why and by whom the office has closed the account; null while it is open, and for those who may not close it. */
  closure: z.object({ reason: z.string(), closed: instant, closedBy: z.string() }).nullable(),
})
export type Profile = z.infer<typeof Profile>

/** Export of all data about a person (spec G-066): learning as the screens show it, and the rows of every table. */
export const PersonalData = z.object({
  exported: instant,
  user: SeenUser,
  educationResults: z.array(EducationResult),
  partResults: z.array(EducationPartResult),
  guardians: z.array(Relation),
  wards: z.array(Relation),
  submissions: z.array(Submission),
  /** Comments on the person's results. */
  comments: z.array(Comment),
  /** Card payments. */
  payments: z.array(Payment),
  /** Practical driver exams with their protocols. */
  exams: z.array(DriverExamResult),
  /** All cycles of all licences. */
  licenses: z.array(UserLicense),
  licenseGoals: z.array(LicenseGoal.pick({ licenseId: true, licenseName: true, created: true })),
  otherRequirements: z.array(OtherRequirementResult),
  reportedActivities: z.array(ReportedActivity),
  /** Rows by table according to the data map; times are UTC. Secrets and data about other people are omitted. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Numbers of rows about others that refer to the person, such as results that the person approved. */
  acts: z.array(z.object({ table: z.string(), column: z.string(), count: z.int() })),
})
export type PersonalData = z.infer<typeof PersonalData>

export const profiles = contract({
  'GET /user/:id/profile': {
    who: 'signedIn',
    reply: Profile,
    summary: 'Returns a person’s profile, limited to what the caller may see.',
  },
  'GET /user/:id/personaldata': {
    who: 'signedIn',
    reply: PersonalData,
    cache: 'never',
    summary: 'Exports all personal data of the caller, or of a child for a deciding guardian; the export is recorded.',
  },
})
