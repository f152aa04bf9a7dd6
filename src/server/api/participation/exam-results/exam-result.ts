import {
  ageOrNull,
  findGuardianRefusal,
  guardianAgeLimit,
  needsGuardian,
  toExamResultState,
} from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { toPartResult } from '#api/participation/results/storage.ts'
import { determineStanding, type GuardianStanding, hasGuardianRight } from '#api/people/guardians/access.ts'
import { isIdentityHidden, protectedSignUpFields } from '#api/people/reach/hidden-identity.ts'
import { recordReads } from '#api/people/reach/reads/record-reads.ts'
import { toPortalDay } from '#api/zone.ts'
import type { DriverExamResult, ExamProtocol } from './contract.ts'
import { type ExamResultRow, listExamRows } from './storage.ts'

/**
 * Returns the day of the exam (`heldOn`) and the age in years under which its drivers need a guardian
 * (`guardianUnder`). The age is the highest of 18, the exam's and the education's.
 */
export const toExamGuardianRule = ({ exam, guardianRequiredUnderAge }: ExamResultRow) => ({
  heldOn: exam.heldOn,
  guardianUnder: guardianAgeLimit(exam, { guardianRequiredUnderAge }),
})

/**
 * True when the driver needs a guardian on the day of the exam and has no suitable one. A driver without a date of
 * birth counts as a minor. The assigned adult, who may be external, must meet the rules on that day.
 */
export function isGuardianMissing(row: ExamResultRow): boolean {
  const exam = toExamGuardianRule(row)
  if (!needsGuardian(row.person, exam)) return false
  const adult = row.guardian?.id ? { ...row.guardian, isExternal: false } : null
  return !adult || findGuardianRefusal(adult, row.person, { exam, todayOn: exam.heldOn, isByOrganizer: true }) !== null
}

/**
 * Classifies the caller's relation to the driver on the present day, as `determineStanding` does. `guardian`: by a
 * confirmed link, to a driver under 18; `assigned`: named on the sign-up; `unconfirmed`: by a link that gives no
 * access. `none` for the driver and for strangers.
 */
export const toGuardianStanding = (
  { actor, now }: Ctx,
  { person, result, linkConfirmed }: ExamResultRow,
): GuardianStanding =>
  determineStanding(
    {
      adultId: actor.id,
      child: person,
      link: linkConfirmed === null ? null : { confirmed: linkConfirmed === 1 },
      isAssigned: result.guardianUserId === actor.id,
    },
    toPortalDay(now),
  )

const protocolFrom = ({ protocol, signedBy, hidesSignature }: ExamResultRow): ExamProtocol | null =>
  protocol && {
    items: protocol.items,
    passed: protocol.passed,
    // A drawn signature would disclose the examiner's name.
    signature: hidesSignature === 1 ? '' : protocol.signature,
    examinerId: protocol.examinerId,
    examinerName: signedBy ?? '',
    signedDate: protocol.signedAt,
  }

/**
 * Converts a driver's result on an exam to the reply, with the fields that the caller may not read null or empty:
 * protocol, answers, age, note, and a protected identity's details. Whether the caller may read the row at all is
 * checked before.
 */
export function toExamResult(ctx: Ctx, row: ExamResultRow): DriverExamResult {
  const { result, person, guardian, protocol } = row
  const organized = row.isByOrganizer === 1
  const hides = isIdentityHidden(ctx, person)
  const wire = toPartResult(result)
  // A guardian at the exam may read only the booking and its state.
  const reads = row.answered === 1 || hasGuardianRight(toGuardianStanding(ctx, row), 'seeProtocol')
  return {
    ...wire,
    ...(hides && protectedSignUpFields),
    approved: wire.completed,
    state: toExamResultState(wire, protocol),
    name: `${person.firstName} ${person.lastName}`,
    pictureUrl: personPictureUrl(ctx, person.pictureFileId),
    organizationNames: JSON.parse(row.organizationNames) as string[],
    age: organized && !hides ? ageOrNull(person.birthOn, row.exam.heldOn) : null,
    guardianName: guardian?.id && !hides ? guardian.name : null,
    mustHaveGuardian: needsGuardian(person, toExamGuardianRule(row)),
    guardianMissing: isGuardianMissing(row),
    customAnswers: reads && !hides ? wire.customAnswers : [],
    protocol: reads ? protocolFrom(row) : null,
    note: organized && person.id !== ctx.actor.id ? (protocol?.note ?? null) : null,
    mayAct: person.id === ctx.actor.id || organized || hasGuardianRight(toGuardianStanding(ctx, row), 'assignGuardian'),
    organized,
  }
}

/**
 * Lists those results of the exams that the caller may read, by the driver's name with cancelled ones last, at most
 * 2,000. Records the reading of minors' data.
 */
export async function listExamResults(ctx: Ctx, examIds: readonly number[]): Promise<DriverExamResult[]> {
  const rows = await listExamRows(ctx, examIds)
  await recordReads(
    ctx,
    rows.map(({ person }) => person),
  )
  return rows.map((row) => toExamResult(ctx, row))
}
