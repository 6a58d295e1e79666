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
  'This password is wrong. Check it and try again.': 'यह पासवर्ड गलत है। चेक करके फिर से कोशिश करें।',
  'Check the highlighted field and try again.': 'हाइलाइट किया हुआ बॉक्स चेक करके फिर से कोशिश करें।',
  'The request body is not valid JSON.': 'जानकारी पढ़ी नहीं जा सकी। फिर से कोशिश करें।',
  'The request is too large.': 'भेजी गई जानकारी बहुत बड़ी है।',
  'Send the request body as application/json.': 'जानकारी पढ़ी नहीं जा सकी। फिर से कोशिश करें।',
  'Please log in to continue.': 'आगे बढ़ने के लिए लॉगिन करें।',
  'Token has expired. Please login again.': 'सेशन खत्म हो गया। कृपया फिर से लॉगिन करें।',
  'Your account is blocked. Contact support.': 'आपका अकाउंट ब्लॉक है। सपोर्ट से संपर्क करें।',
  'You don’t have permission for this.': 'आपको इसकी अनुमति नहीं है।',
  'The application key isn’t valid.': 'ऐप की पहचान गलत है।',
  'Not found. It may not exist or may belong to another account.': 'नहीं मिला। शायद यह आपके अकाउंट का नहीं है।',
  'Too many attempts. Wait a moment and try again.': 'बहुत बार कोशिश हुई। थोड़ी देर बाद फिर से कोशिश करें।',
  'This request key was used for something else. Reload the page and try again.':
    'यह रिक्वेस्ट पहले ही इस्तेमाल हो चुकी है। पेज रिफ़्रेश करके फिर से कोशिश करें।',
  'This request is still being processed. Try again in a moment.':
    'पिछली रिक्वेस्ट अभी प्रोसेस हो रही है। थोड़ी देर बाद फिर से कोशिश करें।',
  'This product does not exist.': 'यह प्रोडक्ट मौजूद नहीं है।',
  'This item does not exist.': 'यह आइटम मौजूद नहीं है।',
  'This item is out of stock.': 'यह आइटम स्टॉक में नहीं है।',
  'The mobile number or email address of this account was changed. Spending, codes and the download of your data are paused for 24 hours, or until you confirm the change with the link that we sent to the previous address.':
    'इस अकाउंट का मोबाइल नंबर या ईमेल बदला गया है। एक दिन तक न खर्च होगा, न कोड दिखेंगे, न डेटा डाउनलोड होगा, जब तक पुराने पते पर भेजा गया लिंक बदलाव की पुष्टि न करे।',
  'You stopped this order before it reached us. No order was placed. Choose again if you want it.':
    'आपने यह ऑर्डर हम तक पहुँचने से पहले रोक दिया। कुछ भी ऑर्डर नहीं हुआ: चाहिए तो फिर चुनें।',
  'You ordered the same a moment ago. Order again?': 'आपने अभी-अभी यही ऑर्डर किया है। फिर से ऑर्डर करें?',
  'The price has changed and no order was placed. Check the new price and order again.':
    'दाम बदल गया है और ऑर्डर नहीं हुआ। नया दाम देखकर फिर से ऑर्डर करें।',
  'This payment method isn’t available here.': 'पेमेंट का यह तरीका यहाँ उपलब्ध नहीं है।',
  'We can’t check IDs for this product, so it can’t be ordered. No money was taken. Choose another product, or contact support.':
    'इस प्रोडक्ट की आईडी चेक नहीं हो सकती, इसलिए इसे ऑर्डर नहीं किया जा सकता। पैसे नहीं कटे। कोई दूसरा प्रोडक्ट चुनें, या सपोर्ट से संपर्क करें।',
  'The supplier isn’t responding, so we couldn’t check this ID. No order was placed and no money was taken. Try again in a few minutes, or choose another product.':
    'सप्लायर जवाब नहीं दे रहा है, इसलिए हम यह आईडी चेक नहीं कर पाए। कोई ऑर्डर नहीं हुआ और पैसे नहीं कटे। कुछ मिनट बाद फिर से कोशिश करें, या कोई दूसरा प्रोडक्ट चुनें।',
  'No player found for these IDs. No order was placed. Check both fields.':
    'इन आईडी पर कोई प्लेयर नहीं मिला। ऑर्डर नहीं हुआ। दोनों बॉक्स चेक करें।',
  'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.':
    'इस आईडी पर रिचार्ज नहीं हो सकता। सपोर्ट से संपर्क करें या दूसरे रीजन का पैक खरीदें।',
  'This item is unavailable right now because its price changed. Choose another item or try later.':
    'दाम बदलने से यह आइटम अभी उपलब्ध नहीं है। दूसरा चुनें या बाद में देखें।',
  'This item can’t be sold right now. Choose another one, or come back later.':
    'यह आइटम अभी उपलब्ध नहीं है। दूसरा चुनें या बाद में देखें।',
  'Recharge for Indo IDs is not permitted.': 'इंडोनेशिया की आईडी पर रिचार्ज नहीं हो सकता।',
  'Please add funds to your wallet to complete the transaction.': 'पेमेंट पूरा करने के लिए वॉलेट में पैसे डालें।',
  'The payment wasn’t accepted. No money was taken. Try again or pay from your wallet.':
    'पेमेंट नहीं हुआ। आपके पैसे नहीं कटे। फिर से कोशिश करें या वॉलेट से पे करें।',
  'The payment service isn’t responding. No money was taken. Try again.':
    'पेमेंट सर्विस जवाब नहीं दे रही। आपके पैसे नहीं कटे। फिर से कोशिश करें।',
  'You have too many unpaid orders and top-ups. Pay one, or wait until they expire.':
    'आपके बहुत से ऑर्डर और टॉप-अप का पेमेंट बाकी है। एक का पेमेंट करें, या उनके एक्सपायर होने तक इंतज़ार करें।',
  'What this order delivered was deleted with its personal data. It can’t be shown any more.':
    'इस ऑर्डर में जो मिला था, वह इसके निजी डेटा के साथ मिटा दिया गया है। अब वह नहीं दिखाया जा सकता।',
  'This order was refunded or resent, so its code is no longer shown.':
    'यह ऑर्डर रिफंड हो चुका है या दोबारा भेजा गया है, इसलिए इसका कोड अब नहीं दिखेगा।',
  'No payment was received for this order, so there’s no receipt.':
    'इस ऑर्डर का पेमेंट नहीं मिला, इसलिए रसीद नहीं है।',
  'The promised time isn’t over yet. You can choose after it ends.':
    'डिलीवरी का समय अभी बाकी है। उसके बाद आप चुन सकते हैं।',
  'This choice is no longer available. See the order page for the latest status.':
    'अब यह विकल्प उपलब्ध नहीं है। ऑर्डर पेज पर स्टेटस देखें।',
  'You can report only delivered orders. See the order page for the status.':
    'शिकायत सिर्फ़ डिलीवर हुए ऑर्डर की हो सकती है। ऑर्डर पेज पर स्टेटस देखें।',
  'Issues can be reported within 48 hours of delivery. That time is over.':
    'डिलीवरी के 48 घंटे बीत चुके हैं। अब शिकायत नहीं की जा सकती।',
  'This ticket is closed. It was refunded, or replied to more than 48 hours ago.':
    'यह शिकायत बंद है। रिफंड हो चुका है, या जवाब मिले 48 घंटे से ज़्यादा हो चुके हैं।',
  'You’ve reached the message limit for this ticket. Our team will read everything.':
    'इस शिकायत में मैसेज की लिमिट पूरी हो गई। हमारी टीम आपके सभी मैसेज पढ़ेगी।',
  'UPI payments are paused right now. No money was taken. Pay from your wallet or try again later.':
    'UPI पेमेंट अभी बंद है। आपके पैसे नहीं कटे। वॉलेट से पे करें या बाद में फिर से कोशिश करें।',
  'Please enter a valid amount.': 'सही रकम डालें।',
  'Something is down on our side. Your data is safe. Try again in a moment.':
    'हमारी तरफ़ से कुछ दिक्कत है। आपकी जानकारी सुरक्षित है। थोड़ी देर बाद फिर से कोशिश करें।',
  'The shop is being restored. Nothing was bought or changed; try again later.':
    'शॉप को रीस्टोर किया जा रहा है। कुछ खरीदा या बदला नहीं गया। कुछ समय बाद फिर से कोशिश करें।',
  'We are getting a lot of orders. None was placed this time, and no money was taken; try again in a moment.':
    'अभी बहुत ज़्यादा ऑर्डर आ रहे हैं। इस बार ऑर्डर नहीं हुआ और पैसे नहीं कटे। थोड़ी देर में फिर से कोशिश करें।',
  'Something went wrong! Please try again.': 'कुछ गड़बड़ हो गई। कृपया फिर से कोशिश करें।',
} satisfies { [Code in Exclude<ErrorCode, Elsewhere> as Catalogue[Code]['message']]: string }
