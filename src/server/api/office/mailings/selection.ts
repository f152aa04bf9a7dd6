import type { Occasion } from '#api/catalogue/occasions/contract.ts'

export interface HeldLicense {
  licenseName: string
  endsOn: string
}

/** The people of a selection, by name, with what its placeholders say about them. */
export interface Selection {
  userIds: number[]
  /** The occasion or exam that the mailing is about; null without one. */
  occasion: Pick<Occasion, 'title' | 'partTitle' | 'startDate' | 'venue' | 'city'> | null
  /** Title of the education that the mailing is about; null without one. */
  educationTitle: string | null
  licenses: ReadonlyMap<number, HeldLicense>
}

export const noLicenses: Selection['licenses'] = new Map()
