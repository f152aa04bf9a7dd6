import { filesOfCategories } from '#api/catalogue/education-categories/views.ts'
import { filesOfParts } from '#api/catalogue/education-parts/views.ts'
import { filesOfEducations } from '#api/catalogue/educations/views.ts'
import { filesOfMedia } from '#api/catalogue/media/views.ts'
import {
  educationResults,
  liveResultsOfEducations,
  occasionTags,
  packageLaunches,
  partResults,
  queueCondition,
} from '#api/catalogue/scope/contributed-results.ts'
import { launchesOfPackages } from '#api/courses/xapi/views.ts'
import { people } from '#api/foundation/audit/people.ts'
import { fileReferences } from '#api/foundation/files/sweep-storage.ts'
import { releaseRequests } from '#api/money/payments/requests-storage.ts'
import { heldSeatsWithPayer } from '#api/money/payments/views.ts'
import { filesOfMailings } from '#api/office/mailings/files-storage.ts'
import { protectByRegister } from '#api/office/protected-identities/protect-person.ts'
import { filesOfCertificates } from '#api/participation/certificates/views.ts'
import { cancelUpcoming } from '#api/participation/results/cancel-upcoming.ts'
import { educationPlace, occasionPlace } from '#api/participation/results/people-of-places.ts'
import { hasResultChangedSince } from '#api/participation/results/result-changed-since.ts'
import { releaseRequestedSeats, seatsBeingPaid } from '#api/participation/results/seats-being-paid.ts'
import { isExamGuardian, selectReachRows } from '#api/participation/results/taught-people.ts'
import { educationResultsView, partResultsView, resultsOfEducations } from '#api/participation/results/views.ts'
import { tagsView } from '#api/participation/tags/views.ts'
import { isForQueue } from '#api/participation/waiting-list/views.ts'
import { isProvisionedSince, provisionedAccess } from '#api/people/external-login/oidc/provisioning.ts'
import { noticeRecipients } from '#api/people/organizations/notice-recipients.ts'
import { filesOfOrganizations } from '#api/people/organizations/views.ts'
import { registerNumbers } from '#api/people/own-accounts/register-numbers.ts'
import { findProvisionedAccess, isInGroupSince } from '#api/people/provisioning/sign-in.ts'
import { learningReach } from '#api/people/reach/learning-reach.ts'
import { endBookings, protectionByRegister } from '#api/people/register/effects.ts'
import { numbersOfRegister } from '#api/people/register/views.ts'
import { selectSuperadministrators } from '#api/people/roles/views.ts'
import { places } from '#api/people/user-management/lists/places.ts'
import { hasLearnedSince as learningSince } from '#api/people/users/inactive-storage.ts'
import { filesOfPeople, peopleView } from '#api/people/users/views.ts'

/* Supplies what lower domains read of higher ones. index.ts and job-handlers.ts import it before anything is served. */

people.supply(peopleView)
fileReferences.supply([
  filesOfPeople,
  filesOfOrganizations,
  filesOfEducations,
  filesOfCategories,
  filesOfParts,
  filesOfMedia,
  filesOfCertificates,
  filesOfMailings,
])

learningReach.supply({ rowsTaught: selectReachRows, accompanies: isExamGuardian })
places.supply({ ofEducation: educationPlace, ofOccasion: occasionPlace })
learningSince.supply(hasResultChangedSince)

partResults.supply(partResultsView)
educationResults.supply(educationResultsView)
liveResultsOfEducations.supply(resultsOfEducations)
occasionTags.supply(tagsView)
queueCondition.supply(isForQueue)
packageLaunches.supply(launchesOfPackages)

seatsBeingPaid.supply(heldSeatsWithPayer)
releaseRequestedSeats.supply(releaseRequests)

protectionByRegister.supply(protectByRegister)
endBookings.supply(cancelUpcoming)

provisionedAccess.supply(findProvisionedAccess)
isProvisionedSince.supply(isInGroupSince)

registerNumbers.supply(numbersOfRegister)
noticeRecipients.supply(selectSuperadministrators)
