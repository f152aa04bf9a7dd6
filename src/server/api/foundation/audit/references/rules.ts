import type { AuditAction, AuditField, AuditThing } from '../text-types.ts'

/** The kind of thing that the ids in a field refer to. */
const things: Partial<Record<AuditField, AuditThing>> = {
  EducationCategory: 'educationCategory',
  EducationRole: 'educationRole',
  Organization: 'organization',
  adultUserId: 'user',
  approvedByUserId: 'user',
  assigneeId: 'user',
  categoryIds: 'educationCategory',
  childUserId: 'user',
  contactUserId: 'user',
  educationCategoryId: 'educationCategory',
  educationCategoryIds: 'educationCategory',
  educationId: 'education',
  educationIds: 'education',
  educationPartId: 'educationPart',
  educationPartIds: 'educationPart',
  educationPartResultId: 'result',
  educationRoleIds: 'educationRole',
  examId: 'driverExam',
  examinerId: 'user',
  found: 'user',
  fromUserId: 'user',
  guardianUserId: 'user',
  integrationAccountId: 'integrationAccount',
  intoUserId: 'user',
  invoiceHeads: 'invoice',
  invoiceRecipientId: 'organization',
  licenseId: 'license',
  licenseIds: 'license',
  mediaId: 'media',
  mediaIds: 'media',
  occasionId: 'occasion',
  occasionIds: 'occasion',
  organizationId: 'organization',
  organizationIds: 'organization',
  organizerOrganizationId: 'organization',
  otherRequirementId: 'otherRequirement',
  otherRequirementIds: 'otherRequirement',
  otherUserId: 'user',
  outsideActivityId: 'outsideActivity',
  parentId: 'organization',
  partId: 'educationPart',
  paymentId: 'payment',
  practicalDriverExamId: 'driverExam',
  prerequisiteEducationIds: 'education',
  referenceId: 'educationPart',
  registeredByUserId: 'user',
  requiredEducationIds: 'education',
  requiredLicenseIds: 'license',
  responsibleIds: 'user',
  resultId: 'result',
  signedOnByUserId: 'user',
  studyLeaderLicenseId: 'license',
  submissionIds: 'submission',
  tagId: 'tag',
  tagIds: 'tag',
  targetGroupRoleIds: 'educationRole',
  uploadedByUserId: 'user',
  userId: 'user',
  userIds: 'user',
}

/** Fields whose ids differ by action; the empty field is that around `before` and `after`. */
const inAction: Partial<Record<AuditAction, Partial<Record<AuditField, AuditThing>>>> = {
  'education.copied': { from: 'education' },
  'education.partsArranged': { before: 'educationPart', after: 'educationPart' },
  'education.prerequisitesSet': { before: 'educationPart', after: 'educationPart' },
  'guardian.assigned': { before: 'user' },
  'media.changed': { tagIds: 'mediaTag' },
  'media.created': { tagIds: 'mediaTag' },
  'media.untagged': { tagId: 'mediaTag' },
  'result.moved': { from: 'occasion', to: 'occasion' },
  'submission.assigned': { before: 'user' },
}

const own = <Value>(of: Record<string, Value>, key: string): Value | null =>
  Object.hasOwn(of, key) ? (of[key] ?? null) : null

/**
 * Returns the kind of thing that the ids of a field refer to, in entries of this action; null for fields that hold no
 * ids.
 */
export function referencedThing(action: string, field: string): AuditThing | null {
  const special = own<Partial<Record<string, AuditThing>>>(inAction, action)
  return (special && own<AuditThing | undefined>(special, field)) ?? own<AuditThing | undefined>(things, field) ?? null
}

/**
 * Returns the key of a thing, `<thing>/<id>`, by which the names of the things on a page of the audit log are found.
 */
export const toReference = (thing: string, id: number | string) => `${thing}/${id}`

/** Highest number of names shown for a list; the rest is counted. */
export const maxNames = 20

function within(action: string, value: unknown, field: string): string[] {
  if (Array.isArray(value)) return value.slice(0, maxNames).flatMap((one) => within(action, one, field))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, one]) => within(action, one, inner))
  const thing = referencedThing(action, field)
  return thing && (typeof value === 'number' || typeof value === 'string') ? [toReference(thing, value)] : []
}

/**
 * Lists the keys (`<thing>/<id>`) of every thing that an entry refers to, so that their names can be loaded. Its target
 * comes first, then the ids in `data`, at any depth and in its order. Takes at most 20 from each list; repeats are not
 * removed.
 */
export const listReferences = (entry: {
  action: string
  targetType: string
  targetId: string
  data: object
}): string[] => [toReference(entry.targetType, entry.targetId), ...within(entry.action, entry.data, '')]
