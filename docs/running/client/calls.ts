// Generated from the contracts by `npm run client`; changes are overwritten.

/** Calls that are open to integration accounts. Dates are text: `yyyy-MM-dd`, and ISO 8601 for moments. */
export interface Calls {
  /** Lists up to 500 events after a cursor, the oldest first, as webhooks send them. */
  'GET /Changes': {
    query?: { after?: string }
    reply: {
      changes: Array<{
        id: string
        type:
          | 'license.issued'
          | 'license.changed'
          | 'license.revoked'
          | 'result.completed'
          | 'educationResult.completed'
          | 'exam.passed'
          | 'exam.failed'
          | 'signUp.made'
          | 'signUp.approved'
          | 'signUp.canceled'
          | 'signUp.moved'
          | 'occasion.changed'
          | 'occasion.canceled'
          | 'person.created'
          | 'person.changed'
          | 'person.merged'
          | 'person.closed'
          | 'payment.paid'
          | 'payment.refunded'
          | 'alert.opened'
          | 'alert.cleared'
        timestamp: string
        data: { target: { type: string; id: string } }
      }>
      next: number
    }
  }
  /** Lists the results on a part that the caller may see. */
  'GET /EducationParts/{id}/results': {
    path: { id: number }
    reply: Array<{
      resultId: number
      userId: number
      referenceId: number
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      canceled: boolean
      paymentId: string | null
      invoiceRecipientId: number | null
      customAnswers: Array<{ questionId: number; answer: string }>
      occasionId: number | null
      practicalDriverExamId: number | null
      educationId: number | null
      attended: boolean | null
      approvedByUserId: number | null
      registeredByUserId: number | null
      feeAtSignUp: number
      guardianUserId: number | null
      score: number | null
    }>
  }
  /** Lists a person’s results on a part, latest change first; the player polls it every two seconds. */
  'GET /EducationParts/{id}/results/{userId}': {
    path: { id: number; userId: number }
    reply: Array<{
      resultId: number
      userId: number
      referenceId: number
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      canceled: boolean
      paymentId: string | null
      invoiceRecipientId: number | null
      customAnswers: Array<{ questionId: number; answer: string }>
      occasionId: number | null
      practicalDriverExamId: number | null
      educationId: number | null
      attended: boolean | null
      approvedByUserId: number | null
      registeredByUserId: number | null
      feeAtSignUp: number
      guardianUserId: number | null
      score: number | null
    }>
  }
  /** Lists results on the given educations: the caller’s own, and those that the caller oversees. */
  'GET /Educations/results': {
    query?: { ids?: string | Array<string> }
    reply: Array<{
      resultId: number
      userId: number
      educationId: number
      educationTitle: string
      educationCategoryIds: Array<number>
      hours: number | null
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      source: 0 | 1 | 2 | 3
      registeredByUserId: number | null
      validTo: string | null
    }>
  }
  /** Lists a person’s results on an education, latest first. */
  'GET /Educations/{id}/results/{userId}': {
    path: { id: number; userId: number }
    reply: Array<{
      resultId: number
      userId: number
      educationId: number
      educationTitle: string
      educationCategoryIds: Array<number>
      hours: number | null
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      source: 0 | 1 | 2 | 3
      registeredByUserId: number | null
      validTo: string | null
    }>
  }
  /** Lists the results on an education by the participants’ organisations, limited to those that the caller oversees. */
  'GET /Educations/{id}/resultsByOrganization': {
    path: { id: number }
    query?: { orgIds?: string | Array<string> }
    reply: Record<
      string,
      Array<{
        resultId: number
        userId: number
        educationId: number
        educationTitle: string
        educationCategoryIds: Array<number>
        hours: number | null
        completed: boolean
        completedDate: string | null
        signUpDate: string | null
        lastChange: string
        source: 0 | 1 | 2 | 3
        registeredByUserId: number | null
        validTo: string | null
      }>
    >
  }
  /** Returns a person: everything to the person, guardians and administrators; to educators what they need on the day; to others name, picture and clubs, of adults only. */
  'GET /User/{id}': {
    path: { id: number }
    reply: {
      id: number
      name: string
      pictureUrl: string | null
      organizations: Record<string, string>
      roles?: Record<string, Record<string, Array<number>>>
      isExternal?: boolean
      passwordExpiryDate?: string | null
      language?: 'sv' | 'en' | null
      firstName?: string
      lastName?: string
      userName?: string
      email?: string | null
      phone?: string | null
      birthDate?: string | null
      inactive?: boolean
      lastLogin?: string | null
      externalPersonId?: string | null
      protected?: boolean
      lastChange?: string
      age?: number | null
    }
  }
  /** Lists the licences that are valid for a person today. */
  'GET /user/{id}/ActiveUserLicenses': {
    path: { id: number }
    reply: Array<{
      id: number
      userId: number
      licenseId: number
      licenseName: string
      cycleNumber: number
      basis: 'earned' | 'manual' | 'renewed' | 'waived'
      issued: string
      validFrom: string
      validTo: string | null
      graceTo: string | null
      lateTo: string | null
      dormantTo: string | null
      status: 0 | 1 | 2
      stage: 'coming' | 'active' | 'grace' | 'late' | 'dormant' | 'lapsed' | 'renewed' | 'revoked'
      issuedByUserId: number | null
      note: string | null
      revokedOn: string | null
      revokedReason: string | null
    }>
  }
  /** Lists all cycles of all licences of a person, including ended ones, latest first. */
  'GET /user/{id}/Licenses': {
    path: { id: number }
    reply: Array<{
      id: number
      userId: number
      licenseId: number
      licenseName: string
      cycleNumber: number
      basis: 'earned' | 'manual' | 'renewed' | 'waived'
      issued: string
      validFrom: string
      validTo: string | null
      graceTo: string | null
      lateTo: string | null
      dormantTo: string | null
      status: 0 | 1 | 2
      stage: 'coming' | 'active' | 'grace' | 'late' | 'dormant' | 'lapsed' | 'renewed' | 'revoked'
      issuedByUserId: number | null
      note: string | null
      revokedOn: string | null
      revokedReason: string | null
    }>
  }
  /** Lists the other requirements that a person has met, latest first. */
  'GET /user/{id}/OtherRequirementResults': {
    path: { id: number }
    reply: Array<{
      id: number
      otherRequirementId: number
      otherRequirementName: string
      userId: number
      completed: boolean
      completedDate: string
      validTo: string | null
      note: string | null
      registeredByUserId: number | null
    }>
  }
  /** Lists all results on educations, latest first. */
  'GET /user/{id}/educationresults': {
    path: { id: number }
    reply: Array<{
      resultId: number
      userId: number
      educationId: number
      educationTitle: string
      educationCategoryIds: Array<number>
      hours: number | null
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      source: 0 | 1 | 2 | 3
      registeredByUserId: number | null
      validTo: string | null
    }>
  }
  /** Lists one result for each education: the latest completed one, otherwise the latest. */
  'GET /user/{id}/educationresultslatest': {
    path: { id: number }
    reply: Array<{
      resultId: number
      userId: number
      educationId: number
      educationTitle: string
      educationCategoryIds: Array<number>
      hours: number | null
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      source: 0 | 1 | 2 | 3
      registeredByUserId: number | null
      validTo: string | null
    }>
  }
  /** Lists memberships, on request with the organisations above them; always empty for an external user. */
  'GET /user/{id}/organizations': {
    path: { id: number }
    query?: {
      includeParents?: '0' | '1' | 'true' | 'false' | ''
      forceIncludeMainOrg?: '0' | '1' | 'true' | 'false' | ''
    }
    reply: Array<{
      id: number
      name: string
      shortName: string | null
      type: 0 | 1 | 2
      parentId: number | null
      orgNr: string | null
      externalId: string | null
      email: string | null
      phone: string | null
      website: string | null
      address: {
        addressLine1: string
        addressLine2: string | null
        postalNumber: string
        city: string
        country: string
      } | null
      logoUrl: string | null
      isMain: boolean
      canBeInvoiced: boolean
      active: boolean
    }>
  }
  /** Records that a person meets a requirement; a second call for the same day changes the first. */
  'POST /OtherRequirement/results': {
    body: {
      userId: number
      otherRequirementId: number
      completedDate: string
      validTo?: string | null
      note?: string | null
    }
    reply: {
      id: number
      otherRequirementId: number
      otherRequirementName: string
      userId: number
      completed: boolean
      completedDate: string
      validTo: string | null
      note: string | null
      registeredByUserId: number | null
    }
  }
  /** Creates or updates a person of another member system by its own id. The same body again changes nothing. */
  'POST /User': {
    body: {
      externalId: string
      firstName: string
      lastName: string
      birthDate: string
      email?: string | null
      phone?: string | null
      personalNumber?: string | null
      externalPersonId?: string | null
      memberships: Array<{ organizationId: number } | { organizationExternalId: string }>
      guardians?: Array<{ externalId: string; relation?: 'parent' | 'legalGuardian' | 'otherAdult' }>
      lastChange?: string | null
    }
    reply: {
      id: number
      externalId: string
      result: 'created' | 'changed' | 'unchanged'
      kept: Array<'email' | 'phone'>
      lastChange: string
    }
  }
  /** Lists the people whom the caller is responsible for, by name. Changes nothing. */
  'POST /User/filtered': {
    body: {
      searchString?: string
      organizationIds?: Array<number>
      roles?: Array<'SuperAdministrator' | 'Administrator' | 'Educator' | 'OrganizationAdmin'>
      isExternal?: boolean | null
      inactive?: boolean | null
      sort?: 'name' | 'lastLogin'
      descending?: boolean
      page?: number
      pageSize?: number
    }
    reply: {
      items: Array<{
        id: number
        name: string
        pictureUrl: string | null
        organizations: Record<string, string>
        roles: Record<string, Record<string, Array<number>>>
        isExternal: boolean
        passwordExpiryDate: string | null
        language: 'sv' | 'en' | null
        firstName: string
        lastName: string
        userName: string
        email: string | null
        phone: string | null
        birthDate: string | null
        inactive: boolean
        lastLogin: string | null
        externalPersonId: string | null
        protected: boolean
        lastChange: string
      }>
      total: number
      page: number
      pageSize: number
      roleOrganizations: Record<string, string>
      editableIds: Array<number>
    }
  }
  /** Returns people by id, each limited to what the caller may see; unknown ids and people hidden from the caller are left out. People outside the caller’s reach are recorded, and limited to 60 an hour. Changes nothing. */
  'POST /User/several': {
    query?: {
      Organizations?: '0' | '1' | 'true' | 'false' | ''
      PasswordExpirationDate?: '0' | '1' | 'true' | 'false' | ''
    }
    body: Array<number>
    reply: Array<{
      id: number
      name: string
      pictureUrl: string | null
      organizations: Record<string, string>
      roles?: Record<string, Record<string, Array<number>>>
      isExternal?: boolean
      passwordExpiryDate?: string | null
      language?: 'sv' | 'en' | null
      firstName?: string
      lastName?: string
      userName?: string
      email?: string | null
      phone?: string | null
      birthDate?: string | null
      inactive?: boolean
      lastLogin?: string | null
      externalPersonId?: string | null
      protected?: boolean
      lastChange?: string
      age?: number | null
    }>
  }
  /** Marks the education as completed for people, or undoes that. Repeating it changes nothing. */
  'PUT /Educations/{id}/results': {
    path: { id: number }
    body: Array<{ resultId?: number | null; userId: number; completed: boolean; completedDate?: string | null }>
    reply: Array<{
      resultId: number
      userId: number
      educationId: number
      educationTitle: string
      educationCategoryIds: Array<number>
      hours: number | null
      completed: boolean
      completedDate: string | null
      signUpDate: string | null
      lastChange: string
      source: 0 | 1 | 2 | 3
      registeredByUserId: number | null
      validTo: string | null
    }>
  }
}
