import type { ErrorCode, errorCatalogue } from '../../../contracts/errors.ts'

type Catalogue = typeof errorCatalogue

/** Error codes that cannot occur between home and the order's page: login and back office. */
type Elsewhere =
  | `hosted_${string}`
  | `erasure_${string}`
  | 'account_erased'
  | `otp_${string}`
  | `second_factor_${string}`
  | `own_${string}`
  | 'day_not_finished'
  | 'exception_resolved'
  | `discrepancy_${string}`
  | `approval_${string}`
  | 'note_limit_reached'
  | `order_${string}`
  | 'code_revealed'
  | 'transition_not_allowed'
  | 'ticket_closed'
  | 'message_limit_reached'
  | 'ticket_unread_messages'
  | `price_change_${string}`
  | `view_${string}`
  | 'view_limit_reached'
  | `incident_${string}`
  | `invitation_${string}`
  | 'email_has_account'
  | 'verified_email_required'
  | 'price_floors_changed'
  | 'role_not_permitted'
  | 'role_too_new'
  | 'price_below_cost'
  | 'price_unconfirmed'
  | 'page_too_deep'
  | 'search_too_wide'
  | 'customer_blocked'
  | 'invalid_credentials'
  | 'challenge_required'
  | 'email_unverified'
  | 'link_corrupted'
  | 'password_common'
  | 'email_taken'
  | 'mobile_taken'
  | 'user_changed'
  | 'product_changed'
  | 'item_changed'
  | 'supplier_product_required'
  | 'catalogue_in_use'
  | 'upload_incomplete'
  | 'image_unreadable'
  | 'image_too_large'
  | 'image_in_use'
  | 'reason_missing'
  | 'supplier_unavailable'
  | 'supplier_settings_changed'
  | 'answer_unexplained'
  | 'product_cost_not_needed'
  | 'product_cost_changed'
  | 'insufficient_points'

/**
 * Errors of calls on the buying path. Any other code of the catalogue without a Hindi text fails to compile.
 */
export const errors = {
  'Confirm that it is you, with your password or a code. Nothing was changed.':
    'पासवर्ड या कोड से पक्का करें कि यह आप ही हैं। कुछ नहीं बदला।',
  'This password is wrong. Check it and try again.': 'यह पासवर्ड गलत है। देखकर फिर कोशिश करें।',
  'Please check the marked field and try again.': 'निशान वाला खाना देखें और फिर कोशिश करें।',
  'The request body is not valid JSON.': 'भेजी गई जानकारी पढ़ी नहीं जा सकी।',
  'The request is too large.': 'भेजी गई जानकारी बहुत बड़ी है।',
  'Send the request body as application/json.': 'भेजी गई जानकारी पढ़ी नहीं जा सकी।',
  'Please log in to continue.': 'आगे बढ़ने के लिए लॉगिन करें।',
  'Token has expired. Please login again.': 'सेशन खत्म हो गया। कृपया फिर से लॉगिन करें।',
  'This account is blocked. Contact support.': 'यह अकाउंट ब्लॉक है। सपोर्ट से बात करें।',
  'Your account may not do this.': 'आपके अकाउंट को इसकी अनुमति नहीं है।',
  'The application key is wrong.': 'ऐप की पहचान गलत है।',
  'This does not exist, or it is not yours.': 'यह मौजूद नहीं है, या आपका नहीं है।',
  'Too many tries. Wait a moment and try again.': 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।',
  'This Idempotency-Key was already used for a different request.':
    'यह कोशिश किसी और ऑर्डर की थी। पेज दोबारा खोलकर फिर कोशिश करें।',
  'The same request is still being worked on. Try again in a moment.':
    'पिछली कोशिश पर अभी काम चल रहा है। थोड़ी देर में फिर कोशिश करें।',
  'This product does not exist.': 'यह प्रोडक्ट मौजूद नहीं है।',
  'This item does not exist.': 'यह आइटम मौजूद नहीं है।',
  'This item is out of stock.': 'यह आइटम स्टॉक में नहीं है।',
  'The mobile number or email address of this account was changed. Spending, codes and the download of your data are paused for 24 hours, or until you confirm the change with the link that we sent to the previous address.':
    'इस खाते का मोबाइल नंबर या ईमेल बदला गया है। एक दिन तक न खर्च होगा, न कोड दिखेंगे, न डेटा डाउनलोड होगा, जब तक पुराने पते पर भेजा गया लिंक बदलाव की पुष्टि न करे।',
  'You stopped this order before it reached us. Nothing was ordered: choose again if you want it.':
    'आपने यह ऑर्डर हम तक पहुँचने से पहले रोक दिया। कुछ भी ऑर्डर नहीं हुआ: चाहिए तो फिर चुनें।',
  'You ordered the same a moment ago. Order again?': 'आपने अभी-अभी यही ऑर्डर किया है। फिर से ऑर्डर करें?',
  'The price has changed. Nothing was ordered: look at the price, and order again if it suits you.':
    'दाम बदल गया है। कुछ ऑर्डर नहीं हुआ: नया दाम देखें, और ठीक लगे तो फिर ऑर्डर करें।',
  'This call does not take that payment mode.': 'इस तरह भुगतान यहाँ नहीं हो सकता।',
  'IDs of this product cannot be checked, so it cannot be ordered. No money was taken. Choose another product, or contact support.':
    'इस प्रोडक्ट की आईडी जाँची नहीं जा सकती, इसलिए इसे ऑर्डर नहीं किया जा सकता। पैसे नहीं कटे। कोई दूसरा प्रोडक्ट चुनें, या सपोर्ट से संपर्क करें।',
  'The supplier does not answer, so we could not check this ID. Nothing was ordered and no money was taken. Try again in a few minutes, or choose another product.':
    'सप्लायर जवाब नहीं दे रहा है, इसलिए हम यह आईडी जाँच नहीं पाए। कोई ऑर्डर नहीं हुआ और पैसे नहीं कटे। कुछ मिनट बाद फिर कोशिश करें, या कोई दूसरा प्रोडक्ट चुनें।',
  'No player was found under these ids. Nothing was ordered: look at both once more.':
    'इन आईडी पर कोई खिलाड़ी नहीं मिला। कुछ भी ऑर्डर नहीं हुआ: दोनों आईडी एक बार और देखें।',
  'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.':
    'इस आईडी पर रिचार्ज की अनुमति नहीं है। एडमिन से बात करें या दूसरे रीजन का पैक खरीदें।',
  'This item can’t be sold right now: its price has changed. Choose another one, or come back later.':
    'यह आइटम अभी नहीं बिक सकता: इसका दाम बदल गया है। दूसरा चुनें, या बाद में आएँ।',
  'This item can’t be sold right now. Choose another one, or come back later.':
    'यह आइटम अभी नहीं बिक सकता। दूसरा चुनें, या बाद में आएँ।',
  'Recharge for Indo IDs is not permitted.': 'इंडोनेशिया की आईडी पर रिचार्ज की अनुमति नहीं है।',
  'Please add funds to your wallet to complete the transaction.': 'लेनदेन पूरा करने के लिए वॉलेट में पैसे जोड़ें।',
  'The payment provider did not accept this payment. No money moved. Try again or pay from your wallet.':
    'भुगतान सेवा ने यह भुगतान नहीं लिया। पैसा नहीं कटा। फिर कोशिश करें या वॉलेट से भुगतान करें।',
  'The payment provider does not answer. No money moved. Try again in a moment.':
    'भुगतान सेवा जवाब नहीं दे रही। पैसा नहीं कटा। थोड़ी देर में फिर कोशिश करें।',
  'You have too many unpaid orders and top-ups. Pay one of them, or wait until they close by themselves.':
    'आपके कई ऑर्डर और टॉप-अप बिना भुगतान के हैं। किसी एक का भुगतान करें, या उनके अपने-आप बंद होने तक रुकें।',
  'What this order delivered was deleted with its personal data. It can’t be shown any more.':
    'इस ऑर्डर में जो मिला था, वह इसके निजी डेटा के साथ मिटा दिया गया है। अब वह नहीं दिखाया जा सकता।',
  'This order was refunded or sent again, so what it delivered is not shown here.':
    'इस ऑर्डर का पैसा लौटाया जा चुका है या इसे फिर से भेजा गया है, इसलिए जो इसमें मिला था वह यहाँ नहीं दिखता।',
  'No money came for this order, so there is no receipt.': 'इस ऑर्डर के लिए पैसा नहीं आया, इसलिए रसीद नहीं है।',
  'The promised time is not over yet. Nothing was changed.': 'वादे का समय अभी पूरा नहीं हुआ है। कुछ नहीं बदला।',
  'This order can no longer be waited for or refunded here. Its page shows what became of it.':
    'इस ऑर्डर के लिए अब यहाँ इंतज़ार या रिफ़ंड नहीं चुना जा सकता। इसका क्या हुआ, यह इसके पेज पर है।',
  'Only a delivered order can be reported. Its page says where this one is.':
    'शिकायत सिर्फ़ डिलीवर हुए ऑर्डर की हो सकती है। यह ऑर्डर कहाँ है, इसका पेज बताता है।',
  'A discrepancy can be reported within 48 hours of the delivery, and they are over.':
    'गड़बड़ी डिलीवरी के 48 घंटे के अंदर बताई जा सकती है, और वे बीत चुके हैं।',
  'This report is closed: its money went back, or it was answered more than 48 hours ago.':
    'यह शिकायत बंद है: पैसा लौटाया जा चुका है, या जवाब को 48 घंटे से ज़्यादा हो गए।',
  'There is no room for more messages in this report. Our team reads all that you wrote.':
    'इस शिकायत में और संदेश नहीं लिखे जा सकते। आपने जो लिखा है, हमारी टीम सब पढ़ती है।',
  'UPI payments are paused just now. No money moved: pay from your wallet, or try again a little later.':
    'UPI भुगतान अभी रुके हुए हैं। कोई पैसा नहीं कटा: वॉलेट से भुगतान करें, या थोड़ी देर बाद फिर कोशिश करें।',
  'Please enter a valid amount.': 'सही रकम भरें।',
  'Something is down on our side. Nothing was lost; try again in a moment.':
    'हमारी तरफ़ कुछ बंद है। कुछ नहीं खोया; थोड़ी देर में फिर कोशिश करें।',
  'The shop is being restored. Nothing was bought or changed; try again later.':
    'शॉप को रीस्टोर किया जा रहा है। कुछ खरीदा या बदला नहीं गया। कुछ समय बाद फिर कोशिश करें।',
  'We are getting a lot of orders. None was placed this time, and no money was taken; try again in a moment.':
    'अभी बहुत ज़्यादा ऑर्डर आ रहे हैं। इस बार ऑर्डर नहीं हुआ और पैसे नहीं कटे। थोड़ी देर में फिर कोशिश करें।',
  'Something went wrong! Please try again.': 'कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।',
} satisfies { [Code in Exclude<ErrorCode, Elsewhere> as Catalogue[Code]['message']]: string }
