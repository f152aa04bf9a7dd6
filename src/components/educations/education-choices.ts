import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import type { EducationRole } from '#api/catalogue/education-roles/contract.ts'
import type { EducationView } from '#api/office/education-list/contract.ts'
import type { Organization } from '#api/people/organizations/contract.ts'
import type { EducationChoices } from '#islands/educations/management/education-draft.ts'

interface ChoiceSources {
  categories: readonly EducationCategory[]
  roles: readonly EducationRole[]
  /** The chosen organisation, or none. */
  organizations: readonly Organization[]
  view: EducationView | null
  hasTargetRoles: boolean
}

const inOrder = (a: { order: number; name: string }, b: { order: number; name: string }) =>
  a.order - b.order || a.name.localeCompare(b.name, 'sv')

const listPricedParts = ({ education, occasions }: EducationView): EducationChoices['pricedParts'] =>
  education.parts.map(({ id, title, fee }) => ({
    id,
    title,
    fee,
    occasionFees: occasions.filter(({ educationPartId }) => educationPartId === id).map((occasion) => occasion.fee),
  }))

/**
 * Returns the choices of an education's form: active categories and roles by their order, and inactive ones that are
 * already chosen. Organisations, people and educations are only those that are already chosen, since the form searches
 * for others.
 */
export function toEducationChoices({
  categories,
  roles,
  organizations,
  view,
  hasTargetRoles,
}: ChoiceSources): EducationChoices {
  const chosen = view?.education
  const offered = <Item extends { id: number; active: boolean; order: number; name: string }>(
    items: readonly Item[],
    ids: readonly number[] = [],
  ) =>
    items
      .filter(({ id, active }) => active || ids.includes(id))
      .sort(inOrder)
      .map(({ id, name }) => ({ id, label: name }))
  return {
    categories: offered(categories, chosen?.educationCategoryIds),
    roles: offered(roles, [...(chosen?.educationRoleIds ?? []), ...(chosen?.targetGroupRoleIds ?? [])]),
    organizations: organizations.map(({ id, name }) => ({ id, label: name })),
    people: view?.people.map(({ id, name }) => ({ id, label: name })) ?? [],
    educations: view?.prerequisites.map(({ id, title }) => ({ id, label: title })) ?? [],
    pricedParts: view ? listPricedParts(view) : [],
    hasTargetRoles,
  }
}
