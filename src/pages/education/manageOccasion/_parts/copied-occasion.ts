import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'

/** Returns a new occasion like another: the days are still to be chosen and nobody is booked. */
export const copiedOccasion = (occasion: ManagedOccasion): ManagedOccasion => ({
  ...occasion,
  id: 0,
  startDate: new Date(0),
  endDate: new Date(0),
  sessions: [],
  lastSignUpDate: null,
  lastCancelDate: null,
  bookedCount: 0,
  tagId: null,
  canceled: false,
})
