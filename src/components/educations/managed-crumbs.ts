import type { Actor } from '#api/actor.ts'

interface ManagedEducation {
  id: number
  title: string
  responsibleIds: readonly number[]
}

/**
 * Returns the breadcrumbs above a page that manages an education: the reader's own educations when the reader is
 * responsible for it, else the list of educations; then the education's own management. `t` reads the namespace
 * `management`.
 */
export const listManagedCrumbs = (
  { id, title, responsibleIds }: ManagedEducation,
  actor: Pick<Actor, 'id'> | null,
  t: (key: string) => string,
) => [
  actor && responsibleIds.includes(actor.id)
    ? { label: t('myEducations'), href: '/myeducations' }
    : { label: t('educations'), href: '/educations' },
  { label: title, href: `/education/${id}/occasions` },
]
