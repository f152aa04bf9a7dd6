import type { OverviewDevelopment, OverviewEducationRow } from '#api/office/overview/contract.ts'
import type { ParticipantState } from '#api/office/overview/rules.ts'
import { educationPath, type OverviewSearch, overviewHref, participationsHref } from '#islands/overview/overview-url.ts'

type Figures = Record<ParticipantState, number>

export const totalsOf = (all: readonly Figures[]): Figures => ({
  signedUp: all.reduce((sum, { signedUp }) => sum + signedUp, 0),
  inProgress: all.reduce((sum, { inProgress }) => sum + inProgress, 0),
  completed: all.reduce((sum, { completed }) => sum + completed, 0),
  external: all.reduce((sum, { external }) => sum + external, 0),
})

interface Place {
  path: string
  search: OverviewSearch
  /** What the district of those without one is called. */
  nobody: string
}

/** A district's figures lead to its people, whose participation they count. */
export function districtRows(districts: OverviewDevelopment['districts'], { path, search, nobody }: Place) {
  const showsPeople = path !== '/oversikt'
  return districts.map(({ organizationId, name, organizationIds, ...figures }) => {
    const only = { organizationIds, withoutDistrict: organizationId === null }
    return {
      name: name ?? nobody,
      href: overviewHref(path, search, only),
      figures,
      hrefOf: (state: ParticipantState) =>
        showsPeople
          ? `${overviewHref(path, search, { ...only, state })}#deltagare`
          : participationsHref({ ...search, ...only }, { state }),
    }
  })
}

/** Tells whether anybody has taken an education in the period. */
export const isTaken = ({ signedUp, completed }: OverviewEducationRow): boolean => signedUp + completed > 0

/** Returns the row of an education; its figures lead to its participants. */
export const educationRow =
  (search: OverviewSearch) =>
  ({ educationId, title, ...figures }: OverviewEducationRow) => ({
    name: title,
    href: overviewHref(educationPath(educationId), search),
    figures,
    hrefOf: (state: keyof typeof figures) => `${overviewHref(educationPath(educationId), search, { state })}#deltagare`,
  })

interface CategoryFigures {
  educationCategoryId: number
  name: string
  educations: readonly Figures[]
}

/** Returns the rows of the categories; their figures lead to the participations. */
export const categoryRows = (categories: readonly CategoryFigures[], search: OverviewSearch) =>
  categories.map(({ educationCategoryId: id, name, educations }) => {
    const only = { educationCategoryIds: id === 0 ? [] : [id], withoutCategory: id === 0 }
    const hrefOf = (state: ParticipantState) => participationsHref({ ...search, ...only }, { state })
    return { name, href: overviewHref('/oversikt', search, only), figures: totalsOf(educations), hrefOf }
  })
