import {
  isAdministrator,
  isEducatorLevel,
  isOrganizationAdmin,
  isSuperadministrator,
  type RoleHolder,
} from '#api/held-roles.ts'

/** The queues of the office, in the order in which the start page shows them. */
export const queueKinds = [
  'approvals',
  'missingResults',
  'submissions',
  'guardians',
  'refunds',
  'reports',
  'erasures',
  'invoices',
  'imports',
  'memberImports',
  'mails',
  'jobs',
] as const
export type QueueKind = (typeof queueKinds)[number]

const ofEducators: readonly QueueKind[] = ['approvals', 'missingResults', 'submissions']
const ofUsersOffice: readonly QueueKind[] = ['guardians', 'memberImports']
const ofSuperadministrators: readonly QueueKind[] = [
  'refunds',
  'reports',
  'erasures',
  'invoices',
  'imports',
  'mails',
  'jobs',
]

/**
 * Lists the queues of a person's roles, in the order of `queueKinds`; empty for a person without a role in the office.
 */
export function listQueueKinds(person: RoleHolder): QueueKind[] {
  const isInUsersOffice = isAdministrator(person) || isOrganizationAdmin(person)
  const kinds = new Set<QueueKind>([
    ...(isEducatorLevel(person) ? ofEducators : []),
    ...(isInUsersOffice ? ofUsersOffice : []),
    ...(isSuperadministrator(person) ? ofSuperadministrators : []),
  ])
  return queueKinds.filter((kind) => kinds.has(kind))
}
