import type { CustomAnswer, CustomQuestion, PaymentMethod } from '#api/questions.ts'

/** The occasion or exam of a sign-up, as far as the rules need it. */
export interface OccasionFacts {
  startsAt: Date
  endsAt: Date
  /** Last moment to sign up, which counts; null without a deadline before the start. */
  lastSignUpAt: Date | null
  /** Last moment to cancel, which counts; null for the last moment to sign up, or else the start. */
  lastCancelAt: Date | null
  /** Highest number of seats; null without a limit. */
  maxParticipants: number | null
  /** Seats of sign-ups, those that wait for approval included. */
  bookedCount: number
  /** Seats that are held for open payments and offers. */
  reservedCount: number
  canceled: boolean
  /** Own fee in öre, beside that of the education; 0 when it is free. */
  feeMinor: number
  /** Ways to pay all fees of the sign-up, also that of the education. */
  paymentMethods: PaymentMethod[]
  /** Whether an organiser approves each sign-up that a person makes. */
  needsApproval: boolean
  /** Whether people from outside the federation cannot sign up themselves. */
  blockedForExternalUsers: boolean
}

/** All facts that the rules of signing up need. */
export interface SignUpFacts {
  now: Date
  /** The day on which age counts: the occasion's first day, else today; `yyyy-MM-dd` in the portal's time zone. */
  dayOn: string
  /** An organiser signs another person up, and may ignore the deadline and missing prerequisites. */
  isByOrganizer: boolean
  education: {
    published: boolean
    /** Age in years under which a person needs a guardian; null when nobody does. */
    guardianRequiredUnderAge: number | null
    /** Whether people from outside the federation cannot sign up themselves, to any of its occasions. */
    blockedForExternalUsers: boolean
    /** In öre; paid once, with the first sign-up to a part of it. */
    feeMinor: number
    /** Ways to pay when the sign-up has no occasion. */
    paymentMethods: PaymentMethod[]
  }
  /**
   * Type: Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3 (the names on the wire). Its fee, in
   * öre, and its approval count when the sign-up has no occasion.
   */
  part: { type: 0 | 1 | 2 | 3; feeMinor: number; needsApproval: boolean }
  /** The chosen occasion or exam; null when none is chosen. */
  occasion: OccasionFacts | null
  /** The person who is signed up, not the caller. `birthOn` is `yyyy-MM-dd`, null when unknown. */
  person: { birthOn: string | null; isExternal: boolean }
  /** Whether the person has an open sign-up to the part, or one that is not cancelled to the occasion or exam. */
  alreadySignedUp: boolean
  /** By the rules of readiness, as the two fields below. */
  prerequisitesMissing: boolean
  isTooYoung: boolean
  isTooOld: boolean
  /** Whether the person has paid the education's fee, or owes it by an earlier sign-up. */
  educationFeePaid: boolean
  /** Adults who can be the person's guardian. */
  guardianIds: number[]
  /** Own organisations that take invoices. */
  invoiceRecipientIds: number[]
  /** The recipient that is the person's main club. */
  mainRecipientId: number | null
  /** Whether cards are taken, and the id of the unfinished payment that is in the way of this sign-up. */
  cardPayment: { isOn: boolean; underWay: string | null }
  /** A child signs itself up and has a guardian, whom the portal asks to pay. */
  isPaidByGuardian: boolean
  /** The questions of the dialog, in their order. */
  questions: CustomQuestion[]
}

/** The input of the dialog. */
export interface SignUpChoices {
  /** Answers by the ids of the questions. */
  customAnswers: CustomAnswer[]
  /** The organisation that is invoiced for the fee; null when none is. */
  invoiceRecipientId: number | null
  /** The adult who is the person's guardian in this sign-up; null when none is chosen. */
  guardianUserId: number | null
  /** The fee is paid by card, before the sign-up is written. */
  isPaidByCard?: boolean
  /** A guardian is asked to pay; the seat is reserved until then. */
  isAskedOfGuardian?: boolean
}
