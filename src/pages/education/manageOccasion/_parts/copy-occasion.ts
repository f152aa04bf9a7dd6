import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'

/**
 * Copies an occasion to a new one with the id 0, without dates (start and end are the epoch), sign-ups, tag and series.
 * It is not cancelled.
 */
export const copyOccasion = (occasion: ManagedOccasion): ManagedOccasion => ({
  ...occasion,
  id: 0,
  startDate: new Date(0),
  endDate: new Date(0),
  sessions: [],
  lastSignUpDate: null,
  lastCancelDate: null,
  bookedCount: 0,
  // The copy gets a meeting of its own in the same service.
  onlineUrl: occasion.meeting ? null : occasion.onlineUrl,
  tagId: null,
  seriesId: null,
  canceled: false,
})

/** Returns the times of an occasion, which a copy keeps on another day. */
export const copyTimes = ({ startDate, endDate, sessions, lastSignUpDate, lastCancelDate }: ManagedOccasion) => ({
  startDate,
  endDate,
  sessions,
  lastSignUpDate,
  lastCancelDate,
})
