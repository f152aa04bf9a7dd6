import type { Organization } from '#api/organizations/contract.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface OrganizationTreeProps {
  organizations: readonly Organization[]
  language: string
}

/** The federation, its districts and their clubs; needs no script. */
export function OrganizationTree({ organizations, language }: OrganizationTreeProps) {
  const t = useTexts('configuration', language)
  const children = Map.groupBy(organizations, ({ parentId }) => parentId)
  const known = new Set(organizations.map(({ id }) => id))
  const roots = organizations.filter(({ parentId }) => parentId === null || !known.has(parentId))
  if (roots.length === 0) return <EmptyState title={t('organizations.empty')} />
  return (
    <div className="grid gap-4">
      <p className="max-w-text text-muted">{t('organizations.lead')}</p>
      <ul className="grid gap-2">
        {roots.map((root) => (
          <Branch key={root.id} organization={root} {...{ children, language }} isOpen />
        ))}
      </ul>
    </div>
  )
}

interface BranchProps {
  organization: Organization
  children: Map<number | null, Organization[]>
  language: string
  isOpen?: boolean
}

function Branch({ organization, children, language, isOpen = false }: BranchProps) {
  const t = useTexts('configuration', language)
  const below = children.get(organization.id) ?? []
  const { name, orgNr, email, type, active } = organization
  const line = (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <span className={active ? 'font-medium' : 'text-muted'}>{name}</span>
      <span className="text-sm text-muted">
        {[t(`organizations.type.${type}`), orgNr, email].filter(Boolean).join(' · ')}
      </span>
      {!active && <Badge>{t('rows.inactive')}</Badge>}
    </span>
  )
  if (below.length === 0) return <li className="px-4 py-1.5">{line}</li>
  return (
    <li>
      <details open={isOpen} className="rounded-card border border-line bg-surface">
        <summary className="cursor-pointer px-4 py-2.5">
          {line}
          <span className="ml-3 text-sm text-muted">{t('organizations.below', { count: below.length })}</span>
        </summary>
        <ul className="grid gap-1 border-t border-line p-3">
          {below.map((child) => (
            <Branch key={child.id} organization={child} {...{ children, language }} />
          ))}
        </ul>
      </details>
    </li>
  )
}
