import { Pencil, Plus } from '@lucide/icons'
import type { Branch } from '#api/people/organizations/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { OrganizationDialog } from './OrganizationDialog.tsx'
import { type OrganizationItem, OrganizationRow } from './OrganizationRow.tsx'
import { emptyOrganization } from './organization-draft.ts'
import { type BranchQuery, useBranch } from './use-branch.ts'

interface OrganizationBranchProps {
  branch: Branch
  query: BranchQuery
  hasController: boolean
  /** Whether a member register supplies the organisations, so that none is added or deleted here. */
  isRegister: boolean
}

const toHref = (fields: Record<string, string>) => `/config?${new URLSearchParams({ tab: 'organizations', ...fields })}`

const branchHref = (id: number) => toHref({ parent: String(id) })

function View({ isRegister, ...start }: OrganizationBranchProps) {
  const t = useTexts('organizations')
  const state = useBranch(start)
  const { branch, edited, removing } = state
  const { text, parentId, page } = start.query
  const current = text ? undefined : branch.above.at(-1)
  const crumbs = branch.above.map(({ id, name }) =>
    id === current?.id ? { label: name } : { label: name, href: branchHref(id) },
  )
  const here = toHref({ ...(parentId && { parent: String(parentId) }), ...(text && { text }) })
  const isRemovable = ({ childCount, isMain, externalId }: OrganizationItem) =>
    childCount === 0 && !isMain && !(isRegister && externalId !== null)
  return (
    <div className="mt-6 grid gap-4">
      {!state.hasController && <InfoBox tone="warning">{t('controllerMissing')}</InfoBox>}
      {!text && crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
      <div className="flex flex-wrap gap-3">
        {!isRegister && (
          <Button
            icon={<Icon of={Plus} size={18} />}
            onClick={() => state.setEdited(emptyOrganization(current ?? null))}
          >
            {t('add')}
          </Button>
        )}
        {current && (
          <Button icon={<Icon of={Pencil} size={18} />} onClick={() => void state.edit(current.id)}>
            {t('edit', { name: current.name })}
          </Button>
        )}
      </div>
      {state.failure && <ErrorBox>{state.failure.message}</ErrorBox>}
      <p className="text-sm text-muted tabular-nums" role="status">
        {t(text ? 'found' : `below.${current?.type ?? 2}`, { count: branch.total })}
      </p>
      {branch.items.length === 0 ? (
        <EmptyState title={t(text ? 'noneFound' : 'empty')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {branch.items.map((organization) => (
            <OrganizationRow
              key={organization.id}
              organization={organization}
              href={branchHref(organization.id)}
              onEdit={() => void state.edit(organization.id)}
              onRemove={isRemovable(organization) ? () => state.setRemoving(organization) : undefined}
            />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={Math.ceil(branch.total / branch.pageSize)} address={here} />
      {edited && (
        <OrganizationDialog organization={edited} onSaved={state.saved} onClose={() => state.setEdited(null)} />
      )}
      <Confirm
        open={removing !== null}
        question={t('removeQuestion', { name: removing?.name ?? '' })}
        detail={t('removeDetail')}
        action={t('removeAction')}
        isDangerous
        isBusy={state.isBusy}
        onConfirm={() => removing && void state.remove(removing.id)}
        onCancel={() => state.setRemoving(null)}
      />
    </div>
  )
}

/**
 * Editable list of the organisations directly below one, or of those that a search found. They are edited in a dialog;
 * added unless a register supplies them, and deleted after a question where nothing is below them. A failure is shown
 * above the list.
 */
export const OrganizationBranch = island(View)
