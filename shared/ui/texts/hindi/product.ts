import type { InputFault } from '../../../contracts/input-fault.ts'

/** What a product's inputs accept. */
const inputFaults = {
  'Enter letters or digits as {label}.': '{label} में अक्षर या अंक डालें।',
  'Enter only digits as {label}.': '{label} में सिर्फ़ अंक डालें।',
  'Enter {n} digits as {label}.': '{label} में {n} अंक डालें।',
  'Enter {min} to {max} digits as {label}.': '{label} में {min} से {max} अंक डालें।',
  'Enter at least {n} digits as {label}.': '{label} में कम से कम {n} अंक डालें।',
  'Enter up to {n} digits as {label}.': '{label} में ज़्यादा से ज़्यादा {n} अंक डालें।',
  'Enter {n} characters as {label}.': '{label} में {n} कैरेक्टर डालें।',
  'Enter {min} to {max} characters as {label}.': '{label} में {min} से {max} कैरेक्टर डालें।',
  'Enter up to {n} characters as {label}.': '{label} में ज़्यादा से ज़्यादा {n} कैरेक्टर डालें।',
  'Enter an email as {label}.': '{label} में ईमेल डालें।',
  'Enter {label} like this: {example}': '{label} इस तरह डालें: {example}',
} as const satisfies Record<InputFault['text'], string>

/** A product's page. */
export const product = {
  ...inputFaults,
  '{product} top-up · Jhatpat': '{product} टॉप-अप · झटपट',
  'Product not found · Jhatpat': 'प्रोडक्ट नहीं मिला · झटपट',
  Product: 'प्रोडक्ट',
  'Product not found': 'प्रोडक्ट नहीं मिला',
  'See all products': 'सभी प्रोडक्ट देखें',
  'It may no longer be available.': 'शायद यह अब उपलब्ध नहीं है।',
  'Instant Delivery': 'तुरंत डिलीवरी',
  'Delivery is delayed right now': 'अभी डिलीवरी में देरी है',
  'Delivery within 30 mins': '30 मिनट के अंदर डिलीवरी',
  'How To Purchase ?': 'कैसे खरीदें?',
  'Choose an item.': 'आइटम चुनें।',
  'Enter your game ID. If you see a Check button, tap it and confirm your username.':
    'अपनी गेम आईडी डालें। अगर ‘चेक करें’ दिखे, तो टैप करके अपना यूज़रनेम देख लें।',
  'Choose UPI or wallet and tap {buy}.': 'UPI या वॉलेट चुनें और ‘{buy}’ पर टैप करें।',
  'Pay and track your order until it’s delivered or refunded.': 'पे करें और डिलीवरी या रिफंड होने तक ऑर्डर ट्रैक करें।',
  'Where do I find my ID?': 'आईडी कहाँ मिलेगी?',
  'Open your profile in the game. Your user ID is below your name; the zone or server is in brackets after it.':
    'गेम में अपनी प्रोफ़ाइल खोलें। नाम के नीचे यूज़र आईडी है, और उसके बाद ब्रैकेट में ज़ोन या सर्वर।',
  'Open your profile in the game. Your user ID is below your name; the zone or server is in brackets after it. Copy both and paste them into the first field; we fill in both for you.':
    'गेम में अपनी प्रोफ़ाइल खोलें। नाम के नीचे यूज़र आईडी है, और उसके बाद ब्रैकेट में ज़ोन या सर्वर। दोनों कॉपी करके पहले बॉक्स में पेस्ट करें, दोनों बॉक्स अपने-आप भर जाएँगे।',
  'Choose an item': 'आइटम चुनें',
  'Not selected': 'नहीं चुना',
  'Item type': 'आइटम टाइप',
  All: 'सभी',
  Small: 'छोटे',
  Medium: 'मीडियम',
  Large: 'बड़े',
  Weekly: 'वीकली',
  Items: 'आइटम',
  'No items found': 'कोई आइटम नहीं मिला',
  'Couldn’t load items': 'आइटम लोड नहीं हुए',
  '{item}: out of stock': '{item}: स्टॉक में नहीं',
  '{item}: out of stock since {time}': '{item}: {time} से स्टॉक में नहीं',
  'Your details are saved.': 'आपकी जानकारी सेव है।',
  'Your details are saved. {item} costs {price}.': 'आपकी जानकारी सेव है। {item} का दाम {price} है।',
  'Choose {item}': '{item} चुनें',
  '{item}: back in stock': '{item}: फिर से स्टॉक में',
  'It’s selected again. Your details are saved.': 'यह फिर से चुना हुआ है। आपकी जानकारी सेव है।',
  'You can’t buy this right now. This page updates when it’s back in stock.':
    'यह अभी नहीं खरीद सकते। स्टॉक में आते ही यह पेज अपडेट होगा।',
  'Similar products': 'मिलते-जुलते प्रोडक्ट',
  'Order Information': 'ऑर्डर डिटेल्स',
  'Where do I find my ID? (?)': 'आईडी कहाँ मिलेगी? (?)',
  'Please Enter {label}': '{label} डालें',
  Required: 'ज़रूरी',
  'Select Server': 'सर्वर चुनें',
  Check: 'चेक करें',
  'Username: {name}': 'यूज़रनेम: {name}',
  'If you change the ID, check again.': 'आईडी बदलने पर फिर से चेक करें।',
  'Checking…': 'चेक हो रहा है…',
  'Make sure this is your account. Sales are final.': 'देख लें कि यह आपका ही अकाउंट है। हर खरीद फ़ाइनल है।',
  'Tap Check to confirm your username.': 'अपना यूज़रनेम देखने के लिए ‘चेक करें’ पर टैप करें।',
  'Supplier says: {words}': 'सप्लायर का मैसेज: {words}',
  'The check is taking longer than usual. Wait, or choose another item.':
    'चेक होने में देर हो रही है। इंतज़ार करें, या दूसरा आइटम चुनें।',
  'No player found for this ID. Check both fields.': 'इस आईडी पर कोई प्लेयर नहीं मिला। दोनों बॉक्स चेक करें।',
  'This ID wasn’t confirmed. Check it, or choose another item.':
    'यह आईडी कन्फ़र्म नहीं हुई। इसे चेक करें, या दूसरा आइटम चुनें।',
  'The ID format doesn’t match. Check both fields.': 'आईडी का फ़ॉर्मेट सही नहीं है। दोनों बॉक्स चेक करें।',
  'You’re offline. We’ll check the ID when you’re back online.': 'आप ऑफ़लाइन हैं। ऑनलाइन आते ही आईडी चेक होगी।',
  'an item': 'आइटम',
  'the {label}': '{label}',
  'a payment method': 'पेमेंट का तरीका',
  'an ID that can be recharged': 'ऐसी आईडी जिस पर रिचार्ज हो सके',
  'ID check': 'आईडी चेक',
  '{list} and {last}': '{list} और {last}',
  'Add to continue: {list}': 'आगे बढ़ने के लिए चाहिए: {list}',
  'Please select an item, enter your Id and select a payment method before proceeding.':
    'आगे बढ़ने से पहले आइटम चुनें, अपनी आईडी डालें और पेमेंट का तरीका चुनें।',
  'Payment method': 'पेमेंट का तरीका',
  'UPI is paused right now. Pay from your wallet.': 'UPI अभी बंद है। वॉलेट से पे करें।',
  'UPI and wallet top-ups are paused right now': 'UPI और वॉलेट टॉप-अप अभी बंद हैं',
  'Google Pay, PhonePe, Paytm, any UPI app': 'Google Pay, PhonePe, Paytm, कोई भी UPI ऐप',
  'Paid instantly from your balance': 'बैलेंस से तुरंत पेमेंट',
  'Add {sum} more': '{sum} और डालें',
  'Balance {sum}': 'बैलेंस {sum}',
  'Balance {sum} · {rest} after this order': 'बैलेंस {sum} · ऑर्डर के बाद {rest}',
  'Top up': 'पैसे डालें',
  ' {sum} for this order': ' इस ऑर्डर के लिए {sum}',
  Item: 'आइटम',
  For: 'किसके लिए',
  Total: 'कुल',
  'Earlier price ': 'पहले का दाम ',
  'Customers pay ': 'ग्राहकों का दाम ',
  'Your reseller price, {sum} less.': 'आपका रीसेलर दाम, {sum} कम।',
  'Track every step on your order page': 'ऑर्डर पेज पर हर स्टेप ट्रैक करें',
  'BUY NOW': 'अभी खरीदें',
  'Please Login First': 'पहले लॉगिन करें',
  'Placing your order': 'ऑर्डर हो रहा है…',
  Placing: 'ऑर्डर हो रहा है…',
  'Opening your order…': 'आपका ऑर्डर खुल रहा है',
  Opening: 'खुल रहा है',
  'You ordered the same {ago}': 'आपने यही {ago} ऑर्डर किया',
  'You already have an unpaid order for this. Pay it by {time}': 'इसके एक ऑर्डर का पेमेंट बाकी है। {time} तक पे करें',
  'Order again?': 'फिर से ऑर्डर करें?',
  'Pay for it, or order another?': 'उसका पेमेंट करें, या एक और ऑर्डर करें?',
  'A second order costs another {sum} and is delivered separately.':
    'दूसरे ऑर्डर के {sum} अलग से लगेंगे और उसकी डिलीवरी अलग होगी।',
  'Order again for {sum}': '{sum} में फिर से ऑर्डर करें',
  'Order another': 'एक और ऑर्डर करें',
  'View first order': 'पहला ऑर्डर देखें',
  'Pay for first order': 'पहले ऑर्डर का पेमेंट करें',
  'The price is now {price}.': 'अब दाम {price} है।',
  'Earlier {price}. No order was placed and no money was taken. Tap BUY NOW to buy at the new price.':
    'पहले {price} था। ऑर्डर नहीं हुआ और आपके पैसे नहीं कटे। नए दाम पर खरीदने के लिए ‘अभी खरीदें’ पर टैप करें।',
  'Your earlier order for {item} wasn’t placed.': '{item} का आपका पिछला ऑर्डर नहीं हुआ।',
  '{reason} Tap BUY NOW to order the item selected here.':
    '{reason} यहाँ चुना हुआ आइटम खरीदने के लिए ‘अभी खरीदें’ पर टैप करें।',
  'Order {id} was already placed.': 'ऑर्डर {id} पहले ही हो चुका है।',
  'It is waiting for your payment. This new order is not placed yet. Tap BUY NOW to place it too.':
    'उसका पेमेंट बाकी है। यह नया ऑर्डर अभी नहीं हुआ है। इसे भी खरीदने के लिए ‘अभी खरीदें’ पर टैप करें।',
  'This new order is not placed yet. Tap BUY NOW to place it too.':
    'यह नया ऑर्डर अभी नहीं हुआ है। इसे भी खरीदने के लिए ‘अभी खरीदें’ पर टैप करें।',
  'Pay now': 'अभी पे करें',
  'View order': 'ऑर्डर देखें',
  'Your order {id}': 'आपका ऑर्डर {id}',
  'went through.': 'हो गया।',
  'Session expired! Please re-login to proceed.': 'सेशन खत्म हो गया है। आगे बढ़ने के लिए फिर से लॉगिन करें।',
  '{detail}. Your details are saved. Trying again won’t place a second order.':
    '{detail}। आपकी जानकारी सेव है। फिर से कोशिश करने पर दो बार ऑर्डर नहीं होगा।',
}

/** Below a button that orders or pays, while there is no answer. */
export const requests = {
  order: 'ऑर्डर',
  'top-up': 'टॉप-अप',
  'Opening payment…': 'पेमेंट खुल रहा है…',
  'Placing your order…': 'ऑर्डर हो रहा है…',
  'No response yet. Retrying, you won’t be charged twice.':
    'जवाब नहीं मिला। हम फिर से कोशिश कर रहे हैं, पैसे दो बार नहीं कटेंगे।',
  'We’re getting a lot of orders. You haven’t been charged. Retrying your {what} in a few seconds.':
    'अभी बहुत ज़्यादा ऑर्डर आ रहे हैं। आपके पैसे नहीं कटे। हम कुछ सेकंड में {what} के लिए फिर से कोशिश करेंगे।',
  'You’re offline. We’ll retry when you’re back online. You won’t be charged twice.':
    'आप ऑफ़लाइन हैं। ऑनलाइन आते ही हम फिर से कोशिश करेंगे। पैसे दो बार नहीं कटेंगे।',
  'You’re offline. No order was placed.': 'आप ऑफ़लाइन हैं। ऑर्डर नहीं हुआ।',
  'You’re offline. No top-up was started.': 'आप ऑफ़लाइन हैं। कोई टॉप-अप शुरू नहीं हुआ।',
  'You’re offline. Nothing was redeemed.': 'आप ऑफ़लाइन हैं। कुछ भी रिडीम नहीं हुआ।',
  'Checking your order': 'आपका ऑर्डर चेक हो रहा है',
  'This takes a few seconds.': 'इसमें कुछ सेकंड लगते हैं।',
  '“Don’t order” is saved on this device': '‘ऑर्डर न करें’ इस डिवाइस पर सेव है',
  'We send it when you’re back online. If the order was already placed, it appears here.':
    'ऑनलाइन आते ही हम इसे भेजेंगे। ऑर्डर पहले ही हो चुका होगा, तो यहाँ दिखेगा।',
  Undo: 'वापस लें',
  'Nothing will be ordered': 'कुछ भी ऑर्डर नहीं होगा',
  'No order was placed. A late request will be rejected.':
    'ऑर्डर नहीं हुआ। रिक्वेस्ट देर से पहुँची, तो भी नहीं ली जाएगी।',
  'Back to items': 'आइटम पर लौटें',
  'We don’t know yet if your order for {item} was placed': 'अभी पता नहीं कि {item} का आपका ऑर्डर हुआ या नहीं',
  'The connection dropped at {time}, just after BUY NOW. Checking won’t place a second order.':
    '{time} पर ‘अभी खरीदें’ के ठीक बाद कनेक्शन टूट गया। चेक करने पर दो बार ऑर्डर नहीं होगा।',
  'Don’t order': 'ऑर्डर न करें',
  'You’re still offline': 'आप अब भी ऑफ़लाइन हैं',
  'We’ll check automatically when you’re back online. “Don’t order” is sent first.':
    'ऑनलाइन आते ही हम अपने-आप चेक करेंगे। ‘ऑर्डर न करें’ सबसे पहले भेजा जाएगा।',
  'Order placed': 'ऑर्डर हो गया',
  'Order {id} was placed once, at {time}.': 'ऑर्डर {id} एक ही बार, {time} पर हुआ।',
  'Order {id} was placed once, at {time}. Opening it in 3 seconds…':
    'ऑर्डर {id} एक ही बार, {time} पर हुआ। 3 सेकंड में खुलेगा…',
  'Order not placed': 'ऑर्डर नहीं हुआ',
  'There is no order. Your selection is saved.': 'कोई ऑर्डर नहीं है। आपका चुना हुआ आइटम सेव है।',
  'Order for {sum}': '{sum} में ऑर्डर करें',
  'Your wallet has {sum}.': 'आपके वॉलेट में {sum} हैं।',
  'No response about {about} yet.': '{about} के बारे में अभी जवाब नहीं मिला।',
  'Trying again is safe, you won’t be charged twice. If it was placed, you’ll find it in {list}.':
    'फिर से कोशिश करने पर पैसे दो बार नहीं कटेंगे। हो चुका होगा, तो ‘{list}’ में दिखेगा।',
  'Stop retrying': 'कोशिश रोकें',
  'No order was placed and no money was taken.': 'ऑर्डर नहीं हुआ और आपके पैसे नहीं कटे।',
  'Trying again won’t place a second order.': 'फिर से कोशिश करने पर दो बार ऑर्डर नहीं होगा।',
  'Choose another item.': 'कोई दूसरा आइटम चुनें।',
  'No order was placed. Choose another item or another product.':
    'ऑर्डर नहीं हुआ। कोई दूसरा आइटम या दूसरा प्रोडक्ट चुनें।',
}

/** Delivery time of an item within the last day, as measured. */
export const deliveryTime = {
  '{n} s': '{n} सेकंड',
  '{n} min': '{n} मिनट',
  '{n} h': '{n} घंटे',
  'Half within {half}, 9 of 10 within {most}': 'आधे {half} में, 10 में से 9 {most} में',
  'Based on {n} orders in the last 24 hours': 'पिछले 24 घंटे के {n} ऑर्डर के आधार पर',
  '9 of 10 recent orders were delivered within {most}': 'हाल के 10 में से 9 ऑर्डर {most} में डिलीवर हुए',
  'Most orders are delivered within {most}.': 'ज़्यादातर ऑर्डर {most} में डिलीवर होते हैं।',
} as const
