/** Kinds of visitor, in the order of the matrix's columns. */
export const visitors = [
  'visitor',
  'learner',
  'educator',
  'administrator',
  'superadministrator',
  'organisation administrator',
  'external user',
] as const
export type Visitor = (typeof visitors)[number]

/** Access matrix: allowed (·), redirected to the login (L) or redirected to the dashboard (D). */
const matrix = `
/                                                               L · · · · · ·
/login                                                          · · · · · · ·
/login/singlesignon/{token}                                     · · · · · · ·
/login/oidc                                                     · · · · · · ·
/login/oidc/callback                                            · · · · · · ·
/login/forgot                                                   · · · · · · ·
/login/email                                                    · · · · · · ·
/login/secondfactor                                             L · · · · · ·
/login/connect                                                  L · · · · · ·
/register                                                       · · · · · · ·
/register/consent                                               L · · · · · ·
/createeducation                                                L D D D · D D
/changepassword                                                 L · · · · · ·
/educations                                                     L · · · · · ·
/education/{educationId}                                        L · · · · · ·
/education/{educationId}/manage                                 L D · · · D D
/education/{educationId}/manageEducationParts                   L D · · · D D
/education/{educationId}/courseFigures/{educationPartId}         L D · · · D D
/education/{educationId}/courseFigures/{educationPartId}/{userId} L D · · · D D
/education/{educationId}/media                                  L D · · · D D
/education/{educationId}/occasions                              L D · · · D D
/education/{educationId}/participants                           L D · · · D D
/education/{educationId}/publish                                L D · · · D D
/education/manageOccasion/{occasionId}                          L D · · · D D
/education/managePracticalDriverExam/{practicalDriverExamId}    L D · · · D D
/search                                                         L · · · · · ·
/profile                                                        L · · · · · ·
/profile/certificates                                           L · · · · · ·
/profile/security                                               L · · · · · ·
/profile/license                                                L · · · · · ·
/profile/license/{licenseId}                                    L · · · · · ·
/profile/{profileId}                                            L · · · · · ·
/myeducations                                                   L D · · · D D
/import/educationResults                                        L D D D · D D
/import/members                                                 L D D · · · D
/users                                                          L D D · · · D
/users/requests                                                 L D D · · · D
/users/duplicates                                               L D D D · D D
/users/merge                                                    L D D D · D D
/users/merges                                                   L D D D · D D
/users/merges/{mergeId}                                         L D D D · D D
/organization                                                   L D D · · · D
/organization/{organizationId}                                  L D D · · · D
/organization/{organizationId}/sign-up                          L D D · · · D
/config                                                         L D D D · D D
/print/board                                                    L D D D · D D
/print/certificate/{userId}/education/{educationId}             L · · · · · ·
/print/certificate/{userId}/education/{educationId}/pdf         L · · · · · ·
/print/cv/{userId}                                              L · · · · · ·
/gdpr                                                           · · · · · · ·
/gdpr/requests                                                  L D D D · D D
/gdpr/requests/{requestId}                                      L D D D · D D
/gdpr/data                                                      L D D · · D D
/cookies                                                        · · · · · · ·
/hangfire                                                       L D D D · D D
/operations                                                     L D D D · D D
/status                                                         · · · · · · ·
/licenses                                                       L D D D · D D
/license/{licenseId}                                            L D D D · D D
/license/{licenseId}/manage                                     L D D D · D D
/licenses/create                                                L D D D · D D
/invoices                                                       L D D D · D D
/invoices/fortnox                                               L D D D · D D
/media                                                          L · · · · · ·
/media/tags                                                     L D D D · D D
/calendar                                                       L · · · · · ·
/betalning/kvitto/{paymentId}                                   · · · · · · ·
/betalning/bekraftelse/{paymentId}                              L · · · · · ·
/betalning/begaran/{paymentId}                                  L · · · · · ·
/betalning/pending/{paymentId}                                  L · · · · · ·
/betalning/{paymentId}                                          L · · · · · ·
/betalningar                                                    L D D D · D D
/betalningar/{paymentId}                                        L D D D · D D
/kopvillkor                                                     L · · · · · ·
/outbox                                                         L D D D · D D
/outbox/mailing                                                 L D · · · · D
/outbox/rules                                                   L D D D · D D
/oversikt                                                       L D D D · D D
/oversikt/deltaganden                                           L D D D · D D
/oversikt/rf-sisu                                               L D · · · D D
/oversikt/schemalagda-rapporter                                 L D · · · · D
/oversikt/schemalagda-rapporter/{scheduleId}                    L D · · · · D
/oversikt/utbildning/{educationId}                              L D D D · D D
/oversikt/utbildning/{educationId}/delmoment/{educationPartId}  L D D D · D D
/inlamningsuppgifter                                            L D · · · D D
/statements                                                     L D D D · D D
/skapaexternanvändare                                           L D D D · D D
/katalog                                                        · · · · · · ·
/katalog/utbildningar                                           · · · · · · ·
/katalog/utbildning/{slug}                                      · · · · · · ·
/katalog/licens/{slug}                                          · · · · · · ·
/katalog/kalender                                               · · · · · · ·
/katalog/widget                                                 · · · · · · ·
/en/catalogue                                                   · · · · · · ·
/en/catalogue/courses                                        · · · · · · ·
/en/catalogue/course/{slug}                                  · · · · · · ·
/en/catalogue/licence/{slug}                                    · · · · · · ·
/en/catalogue/calendar                                          · · · · · · ·
/en/catalogue/widget                                            · · · · · · ·
/any/other/path                                                 · · · · · · ·
`

const outcomes = { '·': 'allow', L: 'login', D: 'dashboard' } as const
export type Outcome = (typeof outcomes)[keyof typeof outcomes]

export interface AccessRow {
  /** Path as in the route table; one row stands for every path outside the table. */
  path: string
  /** The path with example values for its parameters. */
  address: string
  outcomes: Record<Visitor, Outcome>
}

const outcomeOf = (letter: string | undefined): Outcome => outcomes[(letter ?? '·') as keyof typeof outcomes]

export const accessMatrix: AccessRow[] = matrix
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', ...letters] = line.trim().split(/\s+/)
    const own = Object.fromEntries(visitors.map((visitor, index) => [visitor, outcomeOf(letters[index])]))
    return {
      path,
      address: path.replace('{slug}', 'no-such').replace(/\{\w+\}/g, '7'),
      outcomes: own as Record<Visitor, Outcome>,
    }
  })
