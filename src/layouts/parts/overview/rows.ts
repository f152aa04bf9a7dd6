import type { OverviewDevelopment } from '#api/office/overview/contract.ts'
import type { ParticipantState } from '#api/office/overview/rules.ts'
import { type OverviewSearch, overviewHref, participationsHref } from '#islands/overview/overview-url.ts'

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
