import type { OverviewDevelopment, OverviewEducationRow } from '#api/office/overview/contract.ts'
import type { ParticipantState } from '#api/office/overview/rules.ts'
import { educationPath, type OverviewSearch, overviewHref, participationsHref } from './overview-url.ts'

type Figures = Record<ParticipantState, number>

/** Adds up the figures of several rows, each kind for itself; all are 0 without rows. */
export const sumFigures = (all: readonly Figures[]): Figures => ({
  signedUp: all.reduce((sum, { signedUp }) => sum + signedUp, 0),
  inProgress: all.reduce((sum, { inProgress }) => sum + inProgress, 0),
  completed: all.reduce((sum, { completed }) => sum + completed, 0),
  external: all.reduce((sum, { external }) => sum + external, 0),
})

interface DistrictOptions {
  path: string
  search: OverviewSearch
  /** Name of the row of people without a district. */
  noDistrictName: string
}

/**
 * Returns the rows of the districts, in their order. `hrefOf` gives a figure's URL: the list of people below the page,
 * or the participations for the overview itself. The row without a district has the name `noDistrictName`.
 */
export function toDistrictRows(
  districts: OverviewDevelopment['districts'],
  { path, search, noDistrictName }: DistrictOptions,
) {
  const showsPeople = path !== '/oversikt'
  return districts.map(({ organizationId, name, organizationIds, ...figures }) => {
    const only = { organizationIds, withoutDistrict: organizationId === null }
    return {
      name: name ?? noDistrictName,
      href: overviewHref(path, search, only),
      figures,
      hrefOf: (state: ParticipantState) =>
        showsPeople
          ? `${overviewHref(path, search, { ...only, state })}#deltagare`
          : participationsHref({ ...search, ...only }, { state }),
    }
  })
}

/** Whether anyone has signed up to or completed an education, by the figures of its row. */
export const hasParticipants = ({ signedUp, completed }: OverviewEducationRow): boolean => signedUp + completed > 0

/** Returns a function that makes the row of an education, whose figures link to its participants. */
export const toEducationRow =
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

/**
 * Returns a row for each category, in the given order, with the summed figures of its educations; the id 0 stands for
 * educations without a category. Each figure links to its participations, with the filters of `search`.
 */
export const toCategoryRows = (categories: readonly CategoryFigures[], search: OverviewSearch) =>
  categories.map(({ educationCategoryId: id, name, educations }) => {
    const only = { educationCategoryIds: id === 0 ? [] : [id], withoutCategory: id === 0 }
    const hrefOf = (state: ParticipantState) => participationsHref({ ...search, ...only }, { state })
    return { name, href: overviewHref('/oversikt', search, only), figures: sumFigures(educations), hrefOf }
  })
