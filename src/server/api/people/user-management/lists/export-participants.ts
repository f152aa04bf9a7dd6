import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { dayCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { toSeenUser } from '#api/people/reach/to-user.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { StateFilter } from './contract.ts'
import { selectPeople } from './list-people.ts'
import { type ExportCursor, type ListedPerson, listUsersAfter } from './storage.ts'

const columns = ['name', 'clubs', 'state', 'completed'] as const
const portion = 2000

/**
 * Lists the people of an education by name, and records the reads of minors and protected identities of each portion.
 *
 * @throws Refused('not_allowed') when the caller may not list the people of the education.
 * @throws Refused('too_large') when there are more than 20,000, before a read is recorded.
 */
async function listParticipants(ctx: Ctx, filter: StateFilter & { educationId: number }): Promise<ListedPerson[]> {
  const [selection, sight] = [selectPeople(ctx, filter), toSight(ctx.actor)]
  const people: ListedPerson[] = []
  for (let after: ExportCursor | null = null; ; ) {
    const page = await listUsersAfter(ctx.db, selection, sight, after, portion)
    if (!page.allowed) throw new Refused('not_allowed')
    if ((page.total ?? 0) > maxExportedRows) throw new Refused('too_large')
    await recordReadsOfList(
      ctx,
      page.items.map(({ user }) => user),
    )
    people.push(...page.items)
    after = page.next
    if (after === null || people.length > maxExportedRows) return people
  }
}

function toCells(ctx: Ctx, { user, state, completedAt }: ListedPerson, t: Translate, users: Translate): TableCell[] {
  const { name, organizations } = toSeenUser(ctx, user)
  return [
    textCell(name),
    textCell(Object.values(organizations).join(', ')),
    textCell(state === null ? t('participants.noState') : users(`state.${state}`)),
    dayCell(completedAt),
  ]
}

/**
 * Returns the people of an education that a filter selects as an Excel or CSV file, by name, with the columns of the
 * list. Records the export and the reads of minors and protected identities.
 *
 * @throws Refused('not_allowed') when the caller may not list the people of the education.
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportParticipants(
  ctx: Ctx,
  filter: StateFilter & { educationId: number },
  kind: TableFileKind,
): Promise<Response> {
  const [t, users] = [translator(ctx.language, 'management'), translator(ctx.language, 'users')]
  const { states, ...others } = filter
  const recorded = { ...others, states: (states ?? []).map((state) => users(`state.${state}`)) }
  return exportTable(ctx, {
    rows: await listParticipants(ctx, filter),
    kind,
    name: t('participants.file'),
    title: t('tab.participants'),
    columns: columns.map((name) => ({ header: t(`participants.${name}`), width: name === 'completed' ? 16 : 34 })),
    toCells: (row) => toCells(ctx, row, t, users),
    record: (facts) =>
      recordAudit(ctx, 'users.exported', { type: 'users', id: 'list' }, { filter: recorded, ...facts }),
  })
}
