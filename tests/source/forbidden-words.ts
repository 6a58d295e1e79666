// oxlint-disable max-lines -- a table of words
/**
 * The words that names, comments and test titles of this project no longer use, each with the word to use instead.
 * `forbidden-words.test.ts` refuses them. A word that has to stay somewhere is an exception, with its reason.
 */
type Words = readonly (readonly [word: string, use: string])[]

/** Refused as a part of an identifier: `letOut` also in `letOutOrders` and `isLetOut`. */
export const identifierParts: Words = [
  ['untold', 'pending'],
  ['reckon', 'estimate, compute'],
  ['reckoned', 'computed'],
  ['whereabouts', 'location, status'],
  ['letOut', 'release'],
  ['lettingOut', 'releasing'],
  ['unseal', 'decrypt'],
  ['reseal', 'reencrypt'],
  ['veil', 'mask, secret value'],
  ['veiled', 'masked'],
  ['doubt', 'discrepancy, unclear'],
  ['doubts', 'discrepancies'],
  ['stray', 'unallocated, overdue'],
  ['lane', 'task, queue'],
  ['lanes', 'tasks, queues'],
  ['payable', 'payment target'],
  ['payables', 'payment targets'],
  ['deaf', 'unresponsive'],
  ['nobody', 'name the thing: no publisher, unassigned'],
  ['somebody', 'name the person'],
  ['whoever', 'name the person or process'],
  ['whom', 'rewrite'],
  ['atMost', 'max…'],
  ['atLeast', 'min…'],
  ['overheard', 'captured'],
  ['putOff', 'rescheduled'],
  ['overrule', 'override'],
  ['overruled', 'overridden'],
  ['valve', 'release rate'],
  ['halt', 'stop'],
  ['halted', 'stopped'],
  ['drain', 'release'],
  ['draining', 'releasing'],
  ['contradiction', 'supplier conflict'],
  ['contradictions', 'supplier conflicts'],
  ['lapsed', 'expired'],
  ['parked', 'on hold'],
  ['parking', 'hold'],
  ['heard', 'received, subscribed, captured'],
  ['hear', 'receive, subscribe'],
  ['hears', 'receives, subscribes'],
  ['told', 'published, notified, message'],
  ['tell', 'publish, notify, alert, log'],
  ['tells', 'publishes, notifies'],
  ['mover', 'transition source'],
  ['handOver', 'deliver codes'],
  ['handedOver', 'codes added'],
  ['takeOver', 'reassign, reclaim, recover'],
  ['takeBack', 'undo'],
  ['sendAgain', 'redeliver, retry'],
  ['sentAgain', 'redelivered, retried'],
  ['deliverAgain', 'redeliver'],
  ['byHand', 'manual'],
  ['movement', 'wallet transaction'],
  ['movements', 'wallet transactions'],
  ['exchange', 'vendor call'],
  ['exchanges', 'vendor calls'],
  ['alarm', 'alert'],
  ['alarms', 'alerts'],
  ['pace', 'schedule, rate, estimate'],
  ['paces', 'delivery times'],
  ['news', 'status, result, message'],
  ['desk', 'store, panel, facts'],
  ['battery', 'contract tests'],
  ['crowd', 'socket clients'],
  ['warden', 'parent watcher'],
  ['lineup', 'process plan'],
  ['goods', 'catalogue'],
  ['office', 'staff'],
  ['officer', 'staff member'],
  ['shelf', 'view list, cache, fixture'],
  ['shelves', 'fixtures'],
  ['books', 'evidence, statement, ledger'],
  ['cutOff', 'revoked'],
  ['comeBack', 'return, redelivered'],
  ['proved', 'verified'],
  ['tap', 'intent'],
  ['taps', 'intents'],
  ['stands', 'is active'],
  ['stood', 'was'],
  ['figures', 'counters, statistics, totals'],
]

/** Refused in comments and in titles of tests, as whole words. */
export const phrases: Words = [
  ['whoever', 'name the person, process or request'],
  ['nobody', 'say what does not happen, or name the people'],
  ['somebody', 'name the person: an admin, a customer'],
  ['someone', 'name the person: an admin, a customer'],
  ['anybody', 'name the people'],
  ['anyone', 'name the people'],
  ['everybody', 'name the people'],
  ['everyone', 'name the people'],
  ['no one', 'name the people'],
  ['whom', 'rewrite'],
  ['of before', 'previous'],
  ['of now', 'current'],
  ['by now', 'drop it'],
  ['so many', 'the number’s name'],
  ['so long', 'the duration’s name'],
  ['as long as it lives', 'while it runs'],
  ['near enough', 'the condition’s name'],
  ['soon enough', 'the condition’s name'],
  ['goes on', 'continues'],
  ['go on', 'continue'],
  ['is over', 'has ended, has expired'],
  ['falls apart', 'splits'],
  ['all the same', 'still'],
  ['let out', 'release'],
  ['lets out', 'releases'],
  ['untold', 'pending'],
  ['reckon', 'estimate, compute'],
  ['reckons', 'estimates, computes'],
  ['reckoned', 'computed'],
  ['veil', 'mask'],
  ['veiled', 'masked'],
  ['whereabouts', 'location, status'],
  ['deed', 'action'],
  ['deeds', 'actions'],
  ['stands', 'is, exists, is active'],
  ['tells', 'publishes, notifies, returns'],
  ['told', 'published, notified, returned'],
  ['tell', 'publish, notify, return'],
  ['hears', 'receives, subscribes'],
  ['heard', 'received, subscribed'],
  ['hear', 'receive, subscribe'],
  ['a look', 'a check, a poll, a view'],
  ['looks', 'checks, polls, views'],
  ['beside us', 'internal'],
  ['in nobody’s hand', 'not enqueued'],
]

/**
 * `who` is for people alone: refused in a comment unless one of these words is just before, as in "an admin who".
 * `whose` is English for things, too.
 */
export const people =
  'admin admins administrator attacker attackers buyer caller callers colleague colleagues customer customers developer engineer gamer maintainer manager member members operator operators owner owners payer people person persons player players reader reseller resellers staff stranger strangers user users visitor visitors'.split(
    ' ',
  )

export type Exception = {
  /** The identifier, or the phrase. */
  word: string
  /** The files where it stays: a path's beginning. */
  within: string
  reason: string
}

/** At most 30. */
export const exceptions: readonly Exception[] = [
  { word: 'JWTClaimValidationFailed', within: 'shared/providers/', reason: 'a class of jose' },
  { word: 'GRIEVANCE_OFFICER', within: '', reason: 'a role that Indian law names' },
  {
    word: 'drain',
    within: 'tests/services/board/maintenance.test.ts',
    reason: 'a method of BullMQ’s queues',
  },
  { word: 'tap', within: 'tests/e2e/', reason: 'Playwright’s click by touch' },
]

/** Identifiers of an earlier vocabulary, refused whole. */
export const identifiers: Words = `
account_links email_tokens
account_notices account_notifications
accountWords accountTexts
admin_requests approval_requests
AdminMove OrderDecisionInput
afterClosing afterPendingCompletion
againPaise redeliveryCostPaise
againPath buyAgainPath
againUnknown redeliveriesWithoutCost
Agreed Approved
agreedReason approvalReason
alarmDue dueTicketAlert
alarmOf lowBalanceLevel
aloneOf remainingLimitPaise
aloneUpTo adjustmentLimit
answerBy replyDueAt
answerHeld decidePendingPrices
answerIdCheck idCheckReply
answerInvitation decideInvitation
answerOnce runIdempotently
answerRequest decideRequest
answersTo actionsFor
answerTerm replyDueAt
answerTicket resolveTicket
AnswerTools ActionTools
answerUnit recordSupplierAnswer
aPayment makeOrder / makeUser / makePayment / makeItem / anOrder({ … })
appendOnce insertMissing
applyPrices applyPriceChange
areTwoOwners hasTwoOwners
Around CommandContext
arrivalsSince newOrdersSince
ask_refund request_refund
askAbout checkAttempt
askAboutMoney tracePayment
askBalance readBalanceNow
askBank traceAtGateway
askBooks traceInLedger
askCheck requestVerification
askForAdmin requestStaffRole
askLine probeConnection
askMany requestMany
askOtp requestOtp
askPayments compareGatewayPayments
asksOnCost reviewsCost
askSupplier refreshSupplier
askUntilAnswered retryUntilAnswered
asNobody outsideRequest
asRead unchangedSinceRead
atBoardEveryMs presencePingMs
atBoardSilentMs presenceTimeoutMs
atMoment snapshotOptions
atOneMoment readSnapshot
attentionKinds pendingReasons
attentionOf pendingReasonOf
audit_checks audit_verifications
audit_seals sealAudit / audit_unsealed / IUnsealedRow / chainEntries
audit_unanchored audit_anchor_missing
audit_waiting sealAudit / audit_unsealed / IUnsealedRow / chainEntries
auditActs auditActions
auditAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
auditChain auditChainStatus
auditClosing auditResolution
auditDecision auditStaffAction
auditWords orderTexts / TableTexts
aUser makeOrder / makeUser / makePayment / makeItem / anOrder({ … })
Author Actor / actor.ts / actorOf
authorOf Actor / actor.ts / actorOf
awaitsBalance isAwaitingReading
BALANCE_SECOND_ADMIN_ABOVE BALANCE_APPROVAL_ABOVE
BankAsked GatewayCheck
Bare CallAddress
beforeSecondFactor allowedBeforeSecondFactor
beginDay startDay
beginLastDay startYesterday
BigEmpty PageState
BoardPerson BoardPresence
boardPlace boardCursor
booksOf customerStatement
bringUp startStack
ButtonLook ButtonVariant
buyUnit purchaseUnit
by_balance balance
by_hand unit_retried / wait_chosen / refund_chosen / supplier_deferred
by_repeating idempotent_retry
byHandPromise manualPromise
byIds idIndexHint / sortNewest
byTurn byPriority
calledAt callbackAt
callersIdOf clientRequestId
callsKeptMs logRetentionMs
callsOf distinctCalls
cancelPrices cancelPriceChange
canMove canTransition
carryOver mergeServerValues
Cause PostingCause
causeOf postingCause
changeAsOperator updateUserAsOperator
changeOf changedFields
changeOrderWithMoney changeOrderWithPostings
checkAudit verifyAuditChain
checkListening checkSubscribing
checkSet assertBalanced
chooseOffer chooseLateOffer
chose_refund unit_retried / wait_chosen / refund_chosen / supplier_deferred
chose_wait unit_retried / wait_chosen / refund_chosen / supplier_deferred
claimEdit assignmentEdit
claimLink reserveMail
claimMs assignmentMs
claimNotice startSending
claimOrder assignOrder
claimReference reserveReference
claimSentence assignmentText
clearIncident markIncidentDrained
closeApproved closeAsApproved
closeDoubt resolveDiscrepancy
closeException resolveException
closeGroup closeBatch
closeHeld commitCompletion
closeOrderDoubt resolveOrderDiscrepancy
closeRequest closeApprovalRequest
closeTopUpDoubt resolveTopUpDiscrepancy
Closing PendingCompletion
closingPatch resolutionPatch
codeSeen codeRevealed
commitPlain commitSingle
connectListeningRedis connectSubscriberRedis
contradictionOf supplierConflictOf
contradictoryOrders inconsistentOrders
contradictoryTopUps inconsistentTopUps
countAgain recountRedeliveries
countedRows maxCountedRows
countFigures recountOrders
countProcessing countBoard
countSales recountSales
countsFrom releasingSince
Cover CoverageInput
createAsOperator createUserAsOperator
createDrawing createRenderer
createItemBy createItem / editItem / updateItem / deleteItem
createWatches createSubscriptions
creditedDoubts creditedDiscrepancies
creditHeldPayment creditReviewedPayment
creditWallet postRefund
CustomerAct CustomerAction
customerIds playersOf
cut_off revoked_at
day_not_over day_not_finished
daysOf dayRange
daySpent spentLastDay
dayUnpriced unpricedLastDay
decisionBy staffAction
decisionOf auditedAction
deedOf actionText
deepestRow maxPageDepth
delayWords orderTexts / TableTexts
deleteItemBy createItem / editItem / updateItem / deleteItem
deliverAgain redeliverOrder
demoPeople demoUsers
describePath pageMetadata
deskView ticketStaffView
devicesOf pushDevicesOf
doneText adjustmentText
Doubt Discrepancy
doubt_closed discrepancy_resolved
doubt_holds_nothing discrepancy_without_money
doubtAt discrepancyAt
DoubtClosing DiscrepancyResolution
doubtKinds discrepancyKinds
doubtToClose openDiscrepancy
draftsAfter LoadedPrices / loadedPrices / rebaseLoaded / rebaseDrafts
draftsInHindi hindiReplies
DrawFirst RenderPage
drawFirst renderPage
drawnWhole renderAllBelow
dueNotice newNotification
DueWork DueTask
dueWork dueTasks
eachByItself unorderedWrites
earnedBy pointsEarned
earningMove earningTransition
edgesByNumber cursorsByNumber
editItemBy createItem / editItem / updateItem / deleteItem
editOfFirst originalOrderEdit
editWrite editPatch
email_unproved isVerified / requireVerified / setsVerified
endCostPaise decidedCostPaise
endCustomerSessions revokeCustomerSessions
endingMs deadlineWarningMs
endOtherSessions revokeOtherSessions
endOwnSession revokeOwnSession
Ends EndedOrders
endsAtOf ticketDeadline
endSessions publishRevoked
endsOwner removesOwner
endsSessions revokesSessions
endTurn settleBatch / settle-batch.ts / SettlementResult
EndWords DeadlineText
exception_closed exception_resolved
ExchangeBook VendorCallLog
Exporter ExportActor
FactorRule SecondFactorPolicy
factorRuleOf secondFactorPolicy
failsAtMost maxFailures
failsOf failedAccounts
faultsIn validationErrors
FieldsOf SchemaFields
FiguresModel OrderCountersModel
fillKnown writeInitialData
finalMovement completedTransaction
findAnything searchAll
findCutOff findRevokedSince
findLiveSessions activeSessions
findToChange findEditableCustomer
findUnendedSessions unrevokedSessions
firstAfter originalOrderChange
FirstChange OriginalChange
firstFault firstError
firstOrder originalOrder
followMongoClock startMongoClock
forgetShelf clearCatalogueCache
forgetThatNoneIsOpen clearIncidentCache
forPerson needsAction
foundBy matchedBy
FoundBy MatchReason
foundPaise actualPaise
freeOf availableFunds
fromTheTop firstPage
fulfilQueueOf supplier queue, queued
fullStakePaise fullUrgencyPaise
Gap missing-fields.ts / MissingField / missingFields
gapsOf missing-fields.ts / MissingField / missingFields
gatewaySays setGatewayAnswer
gatherMs batchDelayMs
giveBack release
given_up expired
GivenBack RefundedOrders
goods_in_orders catalogue_in_use
GoodsFacts CatalogueFacts
GoodsNews CatalogueUpdate
goToGap missing-fields.ts / MissingField / missingFields
graceOf sweepGraceMs
groupAtMost maxBatchSize
groupDesk batchUnits
GroupDesk BatchPort
halfS medianSeconds
haltIfFailing stopIfFailing
hand_over add_codes
HandedOver DeliveredCodes
handedOverAt codesAddedAt
handOverLater deliverCodesLater
handPart manualDeliveryId
happenedAt eventAt
hashesInLog anchorHashesInLog
hasMovedSince hasChangedSinceRequest
hasPlace hasSlot
hasWrittenSince hasNewMessages
Hear CaptureCall
hearAgain retrySupplierCallback
HeardRooms RoomSubscriptions
hearOfUnit receiveSupplierCallback
hearRooms subscribeRooms
held_payment reviewed_payment
heldByAnother isAssignedToAnother
heldOf pendingPrices
heldPaise inReviewPaise
HeldPrices PendingPrices
heldSince inReviewSince
heldToTwo requireApproval
heldUntil IReconciliationRun / runCount / partNumber / cursor / lockedUntil
holdBack withholdPrices
holdCompletion scheduleCompletion
Holding AccountFunds
hosted_refused hosted_rejected
hourSpent spentLastHour
IAccountLink IEmailToken
IAdminRequest IApprovalRequest
IAuditWaiting sealAudit / audit_unsealed / IUnsealedRow / chainEntries
IdAnswer IdCheckReply
IException IReconciliationException
IExchange IVendorCall
ILedgerSet IJournalEntry
IMovement IWalletTransaction
incidentActs incidentEvents
IncidentDeeds IncidentActions
IncidentRow IncidentLogEntry
incidentViews incidentDetails
inGroups batched
inLanguage replyInLanguage
INotice INotification
insertBuilt insertValidated
insertEach insertMany
insertOwing Scheduled
InstallWay InstallMethod
inTurns interleave
invitationToTell invitationMail
inWords formatText
IPackCall ILoggedPurchase
IPointSet IPointsEntry
IPriceSet IPriceChange
IReconciliation IReconciliationRun / runCount / partNumber / cursor / lockedUntil
isAbleOwner isActiveOwner
ISales IDailySales
isAlone isExclusive
isAnswerAwaited isAwaitingAnswer
isAskedForAdmin hasOpenRoleRequest
isBeforeTime isTooEarly
isChecked isInReview
isClear hasNoHeldOrders
isConcerned isAffected
isContradicted hasSupplierConflict
isCut hasMore
isEndedByMoney isEndedByPayment
ISetPrice IChangedPrice
isFromBeside isInternalAddress
isFromOwnPage isSameOriginPage
isGoodEnd isHealthyResult
isGoodSale isHealthyPurchase
ISignInTicket ISecondFactorChallenge
isLetOut isReleased
isLowNow isLow
isMore hasMore
isNearly isFuzzyMatch
isNobodysDomain isPublicDomain
isNoted isRecorded
isOffered blocked-reason.ts / isActionAvailable
isOfOldCost needsRehash
isOverruled isOverridden
isOwnOrigin isSameOrigin
isPackSentAgain isUnitRedelivered
isPartlyHeld isPartlyDelivered
isPastPromise isLate / promisedByMs
isPausing pausedBy / pausedAt / isAutoPauseOn / decidePause
isPlacedWord isPlacedNotification
isPlain isSingleDocument
isProved isVerified / requireVerified / setsVerified
isRefundAsked isRefundChosen
isRefusalOfPlayer isPlayerRejection
isSaleTo isSoldTo
isSealedNow isCurrentKey
isSeen isVisible
isSentAgain isRedelivered
isShut isStopped
isSold isOnSale
isSoldUnchecked canSellUnverified
isThisMachine isLoopback
isTrusted isReconciled
isUncast isValidationFailure
isUnderWay isReleaseInProgress
isUnended isUnresolved
ISupplierPack ISupplierProduct
ISupplyAlarm IAlert
isVouched isVerified / requireVerified / setsVerified
isWatched isFollowedUp
isWhole isComplete
isWholeFactorCode isCompleteCode
isWholePaise isIntegerPaise
item_without_pack supplier_product_required
ItemAct ItemAction
itemsAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
itemsToSell Listing / findListing / listSellableItems
IVariant Rendition
IViewShelf IViewList
joinedToSentMs joinToSendTimeoutMs
joinGroup joinBatch
keepAsking pollUntilStopped
keepAudit scheduleAuditCheck
keepCalls purchaseLog / purchase-log.ts / recordPurchases / purchaseOf
keepCodes storeCodes
keepCounting scheduleX
keepEnd recordReply
keepFigures scheduleOrderCounters
keepKnown writeCachedHome
keepLines storeSecrets
keepNightly scheduleLedgerCheck
keepOwnPush restoreOwnPush
keepPaces scheduleDeliveryTimes
keepPurpose storeTopUpPurpose
keepSales scheduleSales
keepsFilters hasSameFilters
keepsForeignCookies hasThirdPartyCookies
keepShell precacheShell
keepsOrder hasSameSort
keepSuppliers scheduleSupplierChecks
keepSync schedulePriceLists
keepTrying retryUntilSuccess
keptAt forecastAt
keptOfLook loggedLookupFields
keptOfOrder loggedOrderFields
keptTaps storedIntents
keyGroup hashTag
kindsCalled categoriesFor
KnownCell StatusCell
knownId initialDataId
knownOf orderDetailsWithoutView
KnownOfPage InitialData
knownOfPath initialDataFor
lackedOf grantOf / Grants / allowed / with_approval / missingPermission
lacksPack lacksSupplierProduct
Lane Task
laneSchema taskSchema
lastAsked lastCheck
lastClosing lastPendingCompletion
lastLookAt lastPollAt
LateEnd LateAnswer
lateGiven lateBonus
lateReply timeoutReply
Lazily LazyComponent
learnTime syncServerTime
leaveBoard clearPresence
leaveGroup leaveBatch
leavesUnclear isStillUnknown
leaveToCall callPermit
leaveToLook checkPermit
leftPaise refundablePaise
leftToRefund refundable
letIn completeSignIn
letOrderOut releaseOrder
LetOutCall ReleasedPurchase
letOutParked releaseHeldOrders
lineAt secretAt
linkId attemptId
linkSchema attemptSchema
linkSet attemptPatch
linksFor sealAudit / audit_unsealed / IUnsealedRow / chainEntries
listContradictions listSupplierConflicts
listEdges pageCursors
listExchanges listVendorCalls
listMovements listTransactions
listOfGaps missing-fields.ts / MissingField / missingFields
listOverdue listOverdueTasks
listProcessing listBoard
listSupplierPacks listSupplierProducts
logDone logCompleted
LongEvent ExtendableEvent
LongList PaginatedList
look_into resolve_conflict
look_up lookup
lookAfterAudit superviseAuditCheck
lookAfterNightly superviseLedgerCheck
lookAtInvitation viewInvitation
lookForPaymentNow checkPaymentNow
lookForUnitNow checkUnitNow
lookInto resolveSupplierConflict
looksAt viewsOf
looksDifferent hasVisibleChange
lookUpBreaks failLookups
lookUpUnit lookupPurchase
madeOf buildEvents
MadePicture CreatedMedia
mailAccount sendAccountMail
mailedText invitationMailText
makePicture createRenditions
markLost markDisconnected
markStuck markTaskFailed
mastersOf primariesOf
matchFields mapInputFields
mayAlone isAllowed
mayBeGivenBack refundableGuard
measurePaces measureDeliveryTimes
missingSets missingEntries
mobileNames mobileKeys
ModelWorld environment.ts / ModelEnvironment
MoneyAsked PaymentTrace
moneyCheck ledgerVerification
moneyCheckLateMs verificationOverdueMs
MoneyFault LedgerFault
moogoldCallsBack sendMoogoldCallback
mostMessages maxMessages
mostPrices maxPrices
mostS p90Seconds
moveAnchor advanceAnchor
moveBalance writeAdjustment
moveByAdmin decideOrder
movedTodayPaise adjustedTodayPaise
MovedWallets UpdatedWallets
moveIncident transitionIncident
movementKinds transactionKinds
MovementModel WalletTransactionModel
movementsAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
movementView transactionView
moveOrder transitionOrder
Mover TransitionSource
movesPoints affectsPoints
moveWithPoints transitionWithPoints
moveWrite transitionPatch
nearEnough earliestRetryAt
nearnessExpression priorityExpression
neededFor requiredPermissions
needsPerson needsAction
needsTwoForAdmin roleNeedsApproval
neverOpened isConnectionRefused
newestOf idIndexHint / sortNewest
newLink newAttempt
newsAt nextUpdateAt
newSet newPriceChange
newsInMinutes nextUpdateInMinutes
nextAfter releaseTimeAfter
nextAlarmAt nextTicketAlertAt
nextFree nextUnassigned
nextItemNumber nextItemId
nextLane nextTask
nextLookAt nextPollAt
nextNoticeAt nextNotificationAt
nextOutAt nextReleaseAt
nextParkedOf nextHeldOrders
nextPause pausedBy / pausedAt / isAutoPauseOn / decidePause
nextTurnAt acquireCheckLock / nextCheckAllowedAt
noiseAtMost maxNoise
noMoreLinksThan attemptCountIs
noOpenCall noOpenPurchase
noOrigin unknownClient
not_for_role grantOf / Grants / allowed / with_approval / missingPermission
not_money dismiss
not_reached unavailable
noteAvailability recordAvailability
noteCall recordReleaseResult
noteCustomerLook recordCustomerView
noteExport recordExport
NoteKind MessageKind
noteLetOut recordRelease
noteLook recordView
noteReading recordReading
noteSeen recordLastSeen
noteSuccess recordSuccess
noteUnsent recordUnsent
noText requiredMessage
notForRole forbiddenText
NotHere LoadState
nothing_paid not_paid
nothingArrived nothingDelivered
NoticeWay NotificationChannel
noticeWords notificationTexts
nowAfter monotonicNow
noWork noTask
offer_early offer_not_open
offer_over offer_closed
OFFER_POINTS LATE_ORDER_POINTS
OfferChosen LateOfferChoice
offerView lateOfferView
OfficeAccess StaffAccess
Officer StaffMember
officeRole staffRole
officeRoleOf staffRoleOf
officeRoles staffRoles
officeRoleWords staffRoleTexts
offMs skewMs
OneOrder OrderDetails
onListening onSubscriberConnected
openAt isOpenAt
openedAnew reopened
openGroup openBatch
openLinkOf openAttemptOf
openNews openNotification
openOrderWords openOrderTexts
openViews openIncidentSummaries
opsPass opsToken
orAsks grantOf / Grants / allowed / with_approval / missingPermission
order_claimed order_assigned
order_code_seen code_revealed
order_moved_on order_changed
order_not_movable transition_not_allowed
order_share_refund order_partial_refund
OrderAttention PendingReason
orderBooks orderStatement
OrderDecision StaffAction
OrderDesk PurchasePanel
orderEvidence orderRecord
OrderEvidence OrderRecord
orderLine orderRow
orderLineFields orderRowFields
orderMoves orderTransitions
orderNotices orderNotifications
ordersAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
ordersAtLeast minOrders
OrderStep OrderChange
OrderSteps OrderChanges
OrderWait WaitingReason
orderWaits waitingReasons
orderWords orderTexts / TableTexts
OrderWrite CompareAndSet
originOf clientOf
othersHere othersPresent
otp_wrong otp_mismatch
otpTriesAtMost maxOtpTries
outAt releasedAt
OverdueWork OverdueTask
Overheard CapturedCall
overrulePause overridePause
Owed Scheduled
owesFactor requiresSecondFactor
Owing Scheduled
own_request own_approval
ownerIdOf requireOwnUserId
ownersOfPrefix unique_names / reserveNames / releaseNames / ownersByPrefix
ownSessions listOwnSessions
Pace PollSchedule
paceAtMost maxReleaseRate
PaceModel DeliveryTimeModel
paceOf urgencyFactor
pacesOf deliveryTimes
pacesOfItems deliveryTimesOf
PackCallModel PurchaseLogModel
packId supplierProductId
packOutcomes purchaseOutcomes
packsAtLeast minUnits
PackSet ItemSource
packsKept unitsKept
packsOf supplierProductsOf
packsOfFirst unitsOfOriginal
packTerms priceTerms
PackTerms PriceTerms
PageAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
pageOfWhole pageOfAll
paidPacks paidUnits
parkedIndex holdIndex
parkFor holdForIncident
parkIfHeld holdIfIncident
partOf previousValues
partPaise unitsValuePaise
partsOfOneMoment streamSnapshot
pastViews pastIncidentDetails
patienceMs timeoutMs
pauseAfter cooldownMs
pausedUntil openUntil
Payable PaymentTarget / checkout / maintenance
payAddress paymentUrlOf
payAndTell payAndNotify
payment_check payment_review
PAYMENT_LOOK_GAP_MS PAYMENT_CHECK_GAP_MS
PAYMENT_POLL_SLOWER PAYMENT_POLL_BACKOFF
payment_refused payment_rejected
PaymentLink PaymentAttempt
PaymentNews PaymentResult
PeopleListener PresenceListener
permissionFor approvalPermission
placedNoticeAt placedNotificationAt
plainAnswers resolutions
PlainLine PlainSecret
planAgainMs scheduleCheckMs
planJob ensureScheduled
plannedAtMostMs maxScheduleAheadMs
planPrices schedulePriceChange
player_refused player_not_eligible
POINT_WORTH_PAISE POINT_VALUE_PAISE
points_ledger points_journal_entries
pointsFell balanceDrop
Pop Popover
postGroup postEntriesBatch
PostingSet JournalEntry
previewBack previewRollBack
price_sets price_changes
PriceBack RollBackPrice
priceBackView rollBackView
productionFaults productionProblems
productsAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
proofBy readProof
proposedPaise suggestedRefundPaise
PROVIDERS_SIMULATED SIMULATED_PROVIDERS
purchaseFound comparePurchases
purposeOf topUpPurposeOf
PUSH_ALSO_TO PUSH_EXTRA_ORIGIN
Pushes SetFields / IncFields / PushFields / Guard / prefixPath
pushNotice sendPush
PushStanding PushState
pushWords orderTexts / TableTexts
putOffAtMost maxReschedules
putOffWork rescheduleTask
queuedAheadMs maxEnqueueAheadMs
queueNotice enqueueNotification
raiseAlarm raiseAlert
rateOf spendRate
readAnswers interpretAnswers
readBalance supplierBalance
readChoice readPreference
readEnded compareEndedOrders
readEnds readEndedOrders
Reader Visitor
readerCookies visitorCookies
readerOf visitorOf
readError parseError
readFactor readPriceFactor
readGoodsAgain refetchCatalogue
readKnown readCachedHome
readLongList readPage
readOpen findUnfinishedOrders
readPackFactors readProductFactors
readPaid interpretPaid
readShown homeImages
readTicket markTicketRead
readTo readCount
readTogether batchReads
readWhole longSnapshotOptions
ReadWrite ReadAndWrite
realProviders productionHosts
Reckoned CoverageForecast
reconcilePart reconcileNextPart
recordAnswer writeSupplierAnswer
Recorded RecordedAnswer
recordEnd recordLateAnswer
recordMovement recordTransaction
recordUnawaited recordUnexpectedDelivery
redeliveryOrder newRedelivery
redeliveryTermsView redeliveryQuoteView
reference_used reference_reused
ReferenceClaim ReferenceReservation
referencesTwice findDuplicateReferences
ReferenceTaken DuplicateReferenceError
REFUND_SECOND_ADMIN_ABOVE REFUND_APPROVAL_ABOVE
refund_share refund_partly
refundAlonePaise refundLimitPaise
refundAsAsked executeApprovedRefund
refundLate refundLateOrder
refundShare refundPartially
refundSumPaise refundAmountPaise
refundTerms lateRefundTerms
refundWords refundTexts
refuseAccount requireNoAccount
refused_for_now deferred / supplier_deferred
refuseDemoPeople refuseDemoUsers
refusedSince deferredSince
refuseOwnEnd refuseSelfLockout
releaseNotice cancelSending
removeSessions deleteSessions
Repeating Interval
repeatLater retryWithSameReference
reply_closed replies_closed
reply_full reply_limit_reached
replyToReport replyToTicket
report_early ticket_too_early
report_late ticket_too_late
reportBefore canReportUntil
reportOrder openTicket
request_closed approval_closed
request_exists approval_pending
request_needed approval_required
requireAlone requireWithinLimit
requireFree requireAssignable
requireGoodPlayer requireVerifiedPlayer
requireMay requirePermission
requireNotClosing requireNoPendingCompletion
requirePack requireSupplierProduct
requirePass requireOpsToken
requireProved isVerified / requireVerified / setsVerified
requireRead requireAllRead
resealFactors reencryptFactors
resealVaults reencryptVaults
resetFactor accounts/ / second-factor-*.ts / enableSecondFactor
restingAccounts unavailableAccounts
restsUntil cooldownUntil
retryRefused retryDeferredUnits
returnedPaise refundedPaise
revealLine revealSecret
ringAt ringSegment
rollBackPrices rollBackPriceChange
rollsBack rollsBackId
roomFor messagesLeft
RunEnd RecordedReply
runHere runInProcess
RunningHere InProcessRunner
runsForMs runwayMs
runTap runIntent
SalesAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
salesDaysAtMost maxSalesDays
SalesSum SalesTotals
savedAlready findSameView
Saying FormMessage / FormMessageProps / messages
saysProved isVerified / requireVerified / setsVerified
sealingKeyId encryptionKeyId
second_factor_needed second_factor_required
second_factor_none second_factor_not_set_up
second_factor_on second_factor_enabled
second_factor_wrong second_factor_mismatch
SecondPerson ApprovalInput
SECRET_KEY_BEFORE SECRET_KEY_PREVIOUS
seenAfter LoadedPrices / loadedPrices / rebaseLoaded / rebaseDrafts
seenPaise expectedPricePaise
seenPrice expectedPrice
sellAllTheSame overridePause
SELLER SELLER_NAME
send_again retry_unit
sent_again unit_retried / wait_chosen / refund_chosen / supplier_deferred
sentAgain redeliveredUnits
sentenceFor messageFor
Served PresenceDeps
sessionRef publicSessionId
sessionsOf customerSessions
sessionStands isSessionActive
settleFirst repairOriginalOrder
settleOffer settleLateOffer
SharedRooms DistributedRooms
shareLeft marginRatio
sharePaise partlyRefundedPaise
shareRooms distributeRooms
shortBy missingAmount
showNews showNotification
shutSessions revokeSessions
SIGN_IN_AUDIENCE OIDC_AUDIENCE
SIGN_IN_CLIENT_ID OIDC_CLIENT_ID
sign_in_tickets second_factor_challenges
SIGN_IN_TITLE OIDC_BUTTON_TITLE
SIGN_IN_URL OIDC_ISSUER_URL
signOutEverywhere revokeAllSessions
silentSince lastError / unresponsiveSince
sinceAsked changesSinceRequest
sinceSuccess msSinceSuccess
Slice Page
SliceAsked PageQuery
SMILE_GROUP_SIZE BALANCE_CONCURRENCY
SMILE_POINTS_CODES SMILE_LOW_BALANCE_CODES
SMILE_SETTLE_MS BALANCE_SETTLE_MS
SMILE_SIGN_CODES SMILE_SIGNATURE_CODES
socket_cut_off socket_revoked
soonEnough delayedStartAt
sortFailure classifyFailure
sortRefusal classifyRejection
SortWay SortDirection
spendIdToken consumeIdToken
spendInvitation consumeInvitation
spendLink consumeEmailToken
spendOtp consumeOtp
spendProof consumeProof
spentAt purchasedAt
Spot Illustration
spotUrl illustrationUrl
stampedBy confirmedWrites
stampsKept maxWriteIds
standAt setPresence
standNow currentCounters
startLettingOut startHoldRelease
startPause retryDelay
startReconciling startReconciliation
startSealer startAuditSealer
stateAfter priceChangeState
SteadyRow StableRow
stillCalling unacknowledgedOrders
stoodThen countersAt
stopAsking stopRetrying
stopOnSignal shutdownOnSignal
storedUser browserUser
StoredUser BrowserUser
stray_payment unallocated_payment
subscriptionHere currentSubscription
sumDay dayTotals
suppliedItems apiItems
SUPPLIER_ALARM_LEVELS SUPPLIER_LOW_BALANCE
SUPPLIER_BALANCE_MS SUPPLIER_BALANCE_INTERVAL_MS
supplier_calls purchase_log
SUPPLIER_CALLS_AT_ONCE SUPPLIER_CONCURRENCY
supplier_confirms supplier_delivery
supplier_holds unit_retried / wait_chosen / refund_chosen / supplier_deferred
supplier_packs supplier_products
supplier_paused supplier_unavailable
SUPPLIER_PRICES_MS SUPPLIER_PRICE_LIST_MAX_AGE_MS
supplier_refused supplier_deferred
supplier_refuses deferred / supplier_deferred
supplier_unclear outcome_unknown
SUPPLIER_UNIT_PAISE SUPPLIER_CURRENCY_PAISE
supplierBook purchaseLog / purchase-log.ts / recordPurchases / purchaseOf
SupplierDesk Suppliers
supply_alarms alerts
SUPPORT_CHAT SUPPORT_CHAT_URL
SWEEP_MS SWEEP_INTERVAL_MS
Swept SweepResult
syncPacks syncPriceLists
TableWords orderTexts / TableTexts
take_back undo_completion
take_over reassign
takeAll picture
takeBack undoCompletion
takeCsv downloadCsv
takeInvitationBack revokeInvitation
takeKnown hydrateCache
takeNames unique_names / reserveNames / releaseNames / ownersByPrefix
takenBack revoked
takesCodes needsCodes
takeSlot acquireReleaseSlot
takeTurn acquireCheckLock / nextCheckAllowedAt
TapButton IntentState
TapNote IntentStatus
tellBooks describeEvidence
TellDeps PublishDeps
tellError describeError
tellIfStopped alertIfChannelDown
tellIncident updateIncidentMessage
tellNobody noPublisher
tellOfGoods publishCatalogueUpdate
tellOfIncidents publishIncidentUpdate
tellOfPrices publishPriceChange
tellOperations alertTicketDeadline
tellReader setVisitorCookies
tellShop sendWebhook
tellVendorText vendorMessage
tellWhatIsWrong describeEnvErrors
termMsOf replyTermMs
ticket_again ticket_redeliver
TICKET_ANSWER_HOURS TICKET_REPLY_HOURS
ticket_full message_limit_reached
ticket_given_up give_up_redelivery
ticket_unread ticket_unread_messages
ticketNotices ticketNotifications
ticketsOf customerTickets
ticketTriesAtMost maxChallengeTries
ticketWords ticketTexts
timeOrderOf timeSortOf
timesFactor multiplyDecimal
timesReopened reopenCount
toldHere inProcessNotifications
Tongue Dictionary
too_many_notes note_limit_reached
Took MeasuredDelivery
tookS durationSeconds
Torn Receipt / ReceiptCard / TearLine
triesAtMost maxTries
TrustsProxy TrustProxy
tryOtp attemptOtp
turnedBack previousPrices
turnFactorOff accounts/ / second-factor-*.ts / enableSecondFactor
turnFactorOn accounts/ / second-factor-*.ts / enableSecondFactor
turnOver settleBatch / settle-batch.ts / SettlementResult
unclearIncidents unfinishedIncidents
unclearSince unknownSince
undeliveredPaise undeliveredValuePaise
UnderWay PendingSubscription
unitsMark unitsDigest
unlessKept unlessStored
unlessSomeoneWasFirst ignoreDuplicate
UNPAID_AT_MOST MAX_UNPAID
unreadIn unreadCount
Untold PendingEvent
updateItemBy createItem / editItem / updateItem / deleteItem
upiPaused isUpiPaused
useAskedText useSearchText
useAskNow useCheckNow
useBackCloses useCloseOnBack
useBankAsked useGatewayCheck
useBoardActs useBoardActions
useByServer useServerTime
useCallKeepingSession useCallWithoutSignOut
useClaimByOpening useAssignOnOpen
UsedId UsedPlayer
usedReference withDuplicateReference
useDropping useConfirmDiscard
useGoOn useContinueSignIn
useHanging usePopoverPosition
useHeld useIsInteracting
useLeaseRenewal useAssignmentRenewal
useLeaving useMenuExit
useMay grantOf / Grants / allowed / with_approval / missingPermission
useMayLeave useConfirmLeave
useMovesOn useFollowStatus
useOpener usePopoverTrigger
useOrderActs useOrderActions
UserAct UserAction
userNames uniqueKeys
UsersAsked parseOrderQuery / UsersQuery / SalesQuery / PageQuery
useShowOrder useOrderCache
useSteadyFunctions useStableCallbacks
useSteadyRows useStableRows
useTakeOverNotice useReassignedNotice
useTap useIntent
useUnsaved useUnsavedChanges
useUntilHere useRetryingImport
useWide useIsWide
usualSignIn defaultSms
usualSmilePlayers defaultSms
usualSms defaultSms
vault_closed secrets_unavailable
VaultPart VaultDelivery
Veiled SecretValue
verifyMoney verifyLedger
views_full view_limit_reached
viewsAtMost maxViews
waitForSupplier deferForSupplier
waiting_supplier unit_retried / wait_chosen / refund_chosen / supplier_deferred
waitingAtSuppliers demandBySupplier
WaitingThere SupplierDemand
waitOf waitingReasonOf
waitsFor waitingFor
walletBooks walletStatement
WalletLine wallet-transactions
walletLine walletTransactionRow
wantsRenewal shouldRenew
Was PreviousValue
wasAdjusted isAdjusted
wasDeclined isDeclined
wasSeen isRevealed
watchAt followUpAt
watchClosed followUpUnits
watchGoodsOn subscribeCatalogue
WatchReply SubscribeReply
wayOf cacheStrategyOf
whatWasPasted parseSearchInput
Whereabouts JobLocation / active / overdue / missing / bulk-queue.ts
wholeUnit setUnit
whoTakesDemoPassword usersWithDemoPassword
whyHalted active / releasing / release / stop / hold / ReleaseStop
whyNotAgain redeliveryBlocker
whyNotStarted startupAdvice
whyWaits active / releasing / release / stop / hold / ReleaseStop
withDoubt addDiscrepancy
withEverybody replacePresence
withHead insertHead
withNews applyResult
withoutEmpty omitEmpty / omit-empty.ts
withoutSecrets redactUrl
withView addTo
wordsOf orderTexts / TableTexts
workAt taskAt
workerSwitch serviceWorkerSwitch
WorkHere inProcessHandlers
writeEach compareAndSetEach
writeInvitation createInvitation
writeOne compareAndSet
writeRequest createApprovalRequest
writeSoon writeDelayed
writeTogether pipelineWrites
writtenBy pricesToWrite
writtenIn messageCount
wrong_application_key unknown_application_key
wrong_credentials invalid_credentials
wrong_payment_mode payment_mode_not_supported
`
  .trim()
  .split('\n')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
