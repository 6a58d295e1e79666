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
  'This product does not exist': 'यह प्रोडक्ट मौजूद नहीं है',
  'See all products': 'सभी प्रोडक्ट देखें',
  'It may have been taken out of the shop.': 'हो सकता है इसे दुकान से हटा दिया गया हो।',
  'Instant Delivery': 'तुरंत डिलीवरी',
  'Delivery is delayed right now': 'अभी डिलीवरी में देरी है',
  'Delivery within 30 mins': '30 मिनट के भीतर डिलीवरी',
  'How To Purchase ?': 'कैसे खरीदें?',
  'Choose an item.': 'आइटम चुनें।',
  'Enter your game account’s ids. Where there is a Check button, press it and read the name.':
    'अपने गेम अकाउंट की आईडी भरें। जहाँ ‘जाँचें’ बटन हो, उसे दबाएँ और नाम देख लें।',
  'Pick UPI or your wallet, and press {buy}.': 'UPI या वॉलेट चुनें, और ‘{buy}’ दबाएँ।',
  'Pay. Your order’s page shows every step until it is delivered, or the money is back.':
    'भुगतान करें। ऑर्डर का पेज हर कदम दिखाता है, डिलीवरी तक या पैसा लौटने तक।',
  'Where do I find these?': 'ये कहाँ मिलेंगे?',
  'In the game, open your profile: the user id stands under your name, the zone or server in brackets after it.':
    'गेम में अपनी प्रोफ़ाइल खोलें: यूज़र आईडी आपके नाम के नीचे है, ज़ोन या सर्वर उसके बाद कोष्ठक में।',
  'Open your profile in the game. The user id stands under your name, the zone or server in brackets after it. Copy both and paste them into the first field: they find their places.':
    'गेम में अपनी प्रोफ़ाइल खोलें। यूज़र आईडी आपके नाम के नीचे है, ज़ोन या सर्वर उसके बाद कोष्ठक में। दोनों कॉपी करके पहले खाने में पेस्ट करें: वे अपनी जगह खुद ले लेंगे।',
  'Choose an item': 'आइटम चुनें',
  'Not chosen yet': 'अभी नहीं चुना',
  'Item type': 'आइटम के प्रकार',
  All: 'सभी',
  Small: 'छोटे',
  Medium: 'मध्यम',
  Large: 'बड़े',
  Weekly: 'वीकली',
  Items: 'आइटम',
  'No items found': 'कोई आइटम नहीं मिला',
  'Couldn’t load items': 'आइटम लोड नहीं हुए',
  'Check your connection and try again.': 'इंटरनेट कनेक्शन चेक करके फिर से कोशिश करें।',
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
  'Order Information': 'ऑर्डर की जानकारी',
  'Where do I find these? (?)': 'ये कहाँ मिलेंगे? (?)',
  'Please Enter {label}': '{label} भरें',
  Needed: 'ज़रूरी है',
  'Select Server': 'सर्वर चुनें',
  Check: 'जाँचें',
  'Username: {name}': 'यूज़रनेम: {name}',
  'Changing an id clears this.': 'आईडी बदलने पर यह हट जाएगा।',
  'Looking up the player…': 'खिलाड़ी ढूँढ रहे हैं…',
  'Look at it twice: sales are final.': 'दो बार देख लें: बिक्री अंतिम है।',
  'Check the id first: the player’s name shows here.': 'पहले आईडी जाँचें: खिलाड़ी का नाम यहाँ दिखेगा।',
  'In the supplier’s words: {words}': 'सप्लायर के शब्दों में: {words}',
  'The supplier is slow to answer. You can wait here, or pick another pack.':
    'सप्लायर जवाब देने में देर कर रहा है। यहाँ रुक सकते हैं, या दूसरा पैक चुनें।',
  'No player was found under these ids. Look at both once more.':
    'इन आईडी पर कोई खिलाड़ी नहीं मिला। दोनों को फिर से देखें।',
  'The supplier did not confirm this id. Look at it once more, or try another pack.':
    'सप्लायर ने इस आईडी की पुष्टि नहीं की। फिर से देखें, या दूसरा पैक आज़माएँ।',
  'These ids can’t be right. Look at both once more.': 'ये आईडी सही नहीं हो सकतीं। दोनों को फिर से देखें।',
  'You are offline. This id is checked as soon as there is a connection.':
    'आप ऑफ़लाइन हैं। नेटवर्क आते ही यह आईडी जाँची जाएगी।',
  'Something that was filled in can’t be right. Look at it once more.':
    'भरी हुई कोई जानकारी सही नहीं लगती। फिर से देखें।',
  'an item': 'आइटम',
  'the {label}': '{label}',
  'a payment method': 'भुगतान का तरीका',
  'an ID that can be recharged': 'ऐसी आईडी जिस पर रिचार्ज हो सके',
  'ID check': 'आईडी चेक',
  '{list} and {last}': '{list} और {last}',
  'Add to continue: {list}': 'आगे बढ़ने के लिए चाहिए: {list}',
  'Please select an item, enter your Id and select a payment method before proceeding.':
    'आगे बढ़ने से पहले आइटम चुनें, अपनी आईडी भरें और भुगतान का तरीका चुनें।',
  'Payment method': 'भुगतान का तरीका',
  'Paused just now: pay from your wallet': 'अभी रुका है: वॉलेट से भुगतान करें',
  'Paused just now, and so are top-ups': 'अभी रुका है, टॉप-अप भी',
  'Google Pay, PhonePe, Paytm, any UPI app': 'Google Pay, PhonePe, Paytm, कोई भी UPI ऐप',
  'Paid at once from your balance': 'आपके बैलेंस से तुरंत भुगतान',
  '{sum} short': '{sum} कम हैं',
  'Balance {sum}': 'बैलेंस {sum}',
  'Balance {sum} · {rest} after': 'बैलेंस {sum} · बाद में {rest}',
  'Top up': 'टॉप अप करें',
  ' {sum} for this order': ' इस ऑर्डर के लिए {sum}',
  Item: 'आइटम',
  For: 'किसके लिए',
  Total: 'कुल',
  'It was ': 'पहले था ',
  'Customers pay ': 'ग्राहकों का दाम ',
  'Your reseller price, {sum} less.': 'आपका रीसेलर दाम, {sum} कम।',
  'You see every step on your order’s page': 'हर कदम ऑर्डर के पेज पर दिखेगा',
  'BUY NOW': 'अभी खरीदें',
  'Please Login First': 'पहले लॉगिन करें',
  'Placing your order': 'ऑर्डर हो रहा है',
  Placing: 'हो रहा है',
  'Opening your order': 'आपका ऑर्डर खुल रहा है',
  Opening: 'खुल रहा है',
  'You ordered the same {ago}': 'आपने यही {ago} ऑर्डर किया',
  'You have an order of this waiting for payment until {time}':
    'इसका आपका एक ऑर्डर {time} तक भुगतान का इंतज़ार कर रहा है',
  'Order again?': 'फिर से ऑर्डर करें?',
  'Pay it, or order another?': 'उसका भुगतान करें, या एक और ऑर्डर करें?',
  'A second order is a second pack and a second {sum}.': 'दूसरे ऑर्डर में दूसरा पैक आएगा और फिर से {sum} लगेंगे।',
  'Order again for {sum}': '{sum} में फिर ऑर्डर करें',
  'Order another': 'एक और ऑर्डर करें',
  'View first order': 'पहला ऑर्डर देखें',
  'Pay it': 'उसका भुगतान करें',
  'The price is now {price}.': 'दाम अब {price} है।',
  'Earlier {price}. No order was placed and no money was taken. Tap BUY NOW to buy at the new price.':
    'पहले {price} था। ऑर्डर नहीं हुआ और आपके पैसे नहीं कटे। नए दाम पर खरीदने के लिए ‘अभी खरीदें’ पर टैप करें।',
  'Your earlier order of {item} did not go through.': '{item} का आपका पिछला ऑर्डर नहीं हो सका।',
  '{reason} Tap BUY NOW for the one that is filled in here.':
    '{reason} यहाँ भरे हुए ऑर्डर के लिए ‘अभी खरीदें’ दबाएँ।',
  'Your earlier order {id} went through.': 'आपका पिछला ऑर्डर {id} हो गया।',
  'It waits for your payment. The one that is filled in here was not sent: BUY NOW places it too.':
    'उसे आपके भुगतान का इंतज़ार है। यहाँ भरा हुआ ऑर्डर नहीं भेजा गया: ‘अभी खरीदें’ से वह भी हो जाएगा।',
  'The one that is filled in here was not sent: BUY NOW places it too.':
    'यहाँ भरा हुआ ऑर्डर नहीं भेजा गया: ‘अभी खरीदें’ से वह भी हो जाएगा।',
  'Pay for it': 'उसका भुगतान करें',
  'See it': 'देखें',
  'Your order {id}': 'आपका ऑर्डर {id}',
  'went through.': 'हो गया।',
  'Session expired! Please re-login to proceed.': 'सेशन खत्म हो गया। आगे बढ़ने के लिए फिर लॉगिन करें।',
  '{detail}. Your item and ids are kept, and asking again cannot order twice.':
    '{detail}। आपका आइटम और आईडी सुरक्षित हैं, और फिर कोशिश करने से दो बार ऑर्डर नहीं होगा।',
}

/** Below a button that orders or pays, while there is no answer. */
export const requests = {
  order: 'ऑर्डर',
  'top-up': 'टॉप-अप',
  'Waiting for the payment provider…': 'भुगतान सेवा का इंतज़ार है…',
  'Still placing your order…': 'ऑर्डर अभी हो रहा है…',
  'No answer yet. Asking again with the same {what}; you will not be charged twice.':
    'अभी जवाब नहीं आया। उसी {what} के लिए फिर पूछ रहे हैं; पैसा दो बार नहीं कटेगा।',
  'The shop is very busy. Nothing was charged. We try again with the same {what} in a few seconds.':
    'अभी बहुत ज़्यादा ऑर्डर आ रहे हैं। आपके पैसे नहीं कटे। हम कुछ सेकंड में उसी {what} के लिए फिर कोशिश करेंगे।',
  'You are offline. We ask again with the same {what} as soon as there is a connection; you will not be charged twice.':
    'आप ऑफ़लाइन हैं। नेटवर्क आते ही उसी {what} के लिए फिर पूछेंगे; पैसा दो बार नहीं कटेगा।',
  'You are offline. Nothing was ordered.': 'आप ऑफ़लाइन हैं। कुछ भी ऑर्डर नहीं हुआ।',
  'You are offline. No top-up was started.': 'आप ऑफ़लाइन हैं। कोई टॉप-अप शुरू नहीं हुआ।',
  'You are offline. Nothing was redeemed.': 'आप ऑफ़लाइन हैं। कुछ भी रिडीम नहीं हुआ।',
  'Checking your order': 'आपका ऑर्डर देख रहे हैं',
  'This takes a few seconds.': 'इसमें कुछ सेकंड लगते हैं।',
  '“Don’t order” is saved on this device': '‘ऑर्डर न करें’ इस डिवाइस पर सहेजा गया है',
  'It is sent when you are back online. If the order had already gone through, we show it here.':
    'ऑनलाइन आते ही यह भेजा जाएगा। ऑर्डर पहले ही हो चुका होगा तो यहाँ दिखेगा।',
  Undo: 'वापस लें',
  'Nothing will be ordered': 'कुछ भी ऑर्डर नहीं होगा',
  'No order was placed, and the request is refused if it still arrives.':
    'कोई ऑर्डर नहीं हुआ, और रिक्वेस्ट अब पहुँची तो भी नहीं ली जाएगी।',
  'Back to the packs': 'पैक पर वापस',
  'We don’t know yet whether your order of {item} went through':
    'अभी पता नहीं कि {item} का आपका ऑर्डर हुआ या नहीं',
  'The connection broke at {time}, just after BUY NOW. Checking never orders twice.':
    '{time} पर ‘अभी खरीदें’ के ठीक बाद कनेक्शन टूट गया। देखने से दो बार ऑर्डर नहीं होता।',
  'Don’t order': 'ऑर्डर न करें',
  'Still no network': 'नेटवर्क अब भी नहीं है',
  'We check by ourselves when you are back online. “Don’t order” is sent first, before anything else.':
    'ऑनलाइन आते ही हम खुद देख लेंगे। ‘ऑर्डर न करें’ सबसे पहले भेजा जाएगा।',
  'It went through': 'ऑर्डर हो गया',
  'Order {id} was placed once, at {time}.': 'ऑर्डर {id} एक ही बार, {time} पर हुआ।',
  'Order {id} was placed once, at {time}. Its page opens in 3 seconds.':
    'ऑर्डर {id} एक ही बार, {time} पर हुआ। उसका पेज 3 सेकंड में खुलेगा।',
  'View order': 'ऑर्डर देखें',
  'It did not go through': 'ऑर्डर नहीं हुआ',
  'There is no order. What you picked is kept.': 'कोई ऑर्डर नहीं है। आपने जो चुना था वह सुरक्षित है।',
  'Order for {sum}': '{sum} में ऑर्डर करें',
  'Your wallet has {sum}.': 'आपके वॉलेट में {sum} हैं।',
  'Still no answer about {about}.': '{about} के बारे में अब तक जवाब नहीं आया।',
  'Ask again as often as you like: it is the same {what}, and you will not be charged twice. If it went through, it is in {list}.':
    'जितनी बार चाहें फिर पूछें: यह वही {what} है, और पैसा दो बार नहीं कटेगा। हो गया होगा तो ‘{list}’ में दिखेगा।',
  'Ask again': 'फिर पूछें',
  'Stop asking': 'पूछना बंद करें',
  'Nothing was ordered and no money moved.': 'कोई ऑर्डर नहीं हुआ और पैसा कहीं नहीं गया।',
  'What you filled in is kept.': 'आपने जो भरा था वह सुरक्षित है।',
  'Asking again cannot order twice.': 'फिर कोशिश करने से ऑर्डर दो बार नहीं होगा।',
  'Choose another item.': 'कोई दूसरा आइटम चुनें।',
  'Nothing was bought. Choose another pack or another product.':
    'कुछ नहीं खरीदा गया। कोई दूसरा पैक या दूसरा प्रोडक्ट चुनें।',
}

/** Delivery time of an item within the last day, as measured. */
export const deliveryTime = {
  '{n} s': '{n} से॰',
  '{n} min': '{n} मि॰',
  '{n} h': '{n} घं॰',
  'half in {half}, 9 of 10 in {most}': 'आधे {half} में, 10 में से 9 {most} में',
  'Measured on {n} orders of this item in the last 24 hours': 'पिछले 24 घंटे में इस आइटम के {n} ऑर्डर से मापा गया',
  '9 of 10 orders like this arrive within {most}': 'ऐसे 10 में से 9 ऑर्डर {most} में पहुँचते हैं',
  'Most like it arrive within {most}.': 'ऐसे ज़्यादातर ऑर्डर {most} में पहुँचते हैं।',
} as const
