/** Paying by UPI. */
export const pay = {
  'Pay · Jhatpat': 'भुगतान · झटपट',
  'Pay {sum} · Jhatpat': '{sum} का भुगतान · झटपट',
  Payment: 'भुगतान',
  'There is nothing to pay here': 'यहाँ कोई भुगतान बाकी नहीं',
  'This payment does not exist, or it is not yours.': 'यह भुगतान मौजूद नहीं है, या आपका नहीं है।',
  'Your order is kept. The payment shows here as soon as we can be reached.':
    'आपका ऑर्डर सुरक्षित है। संपर्क होते ही भुगतान यहाँ दिखेगा।',
  'Pay by UPI': 'UPI से भुगतान',
  'to {payee} · reference {id}': '{payee} को · रेफ़रेंस {id}',
  'Time left to pay': 'भुगतान के लिए बचा समय',
  'This page goes on by itself, and nothing is lost meanwhile.': 'यह पेज खुद आगे बढ़ेगा, और तब तक कुछ नहीं खोएगा।',
  'This page moves on by itself as soon as our team knows.': 'हमारी टीम को पता चलते ही यह पेज खुद आगे बढ़ेगा।',
  'The time to pay is over, so this one is being closed. If money left your account, it will be in your wallet.':
    'भुगतान का समय खत्म हो गया, इसलिए यह बंद हो रहा है। पैसा कटा होगा तो आपके वॉलेट में आएगा।',
  'Waiting for your bank. This page moves on by itself as soon as the payment is here.':
    'बैंक का इंतज़ार है। भुगतान होते ही यह पेज खुद आगे बढ़ेगा।',
  'Open the payment page': 'भुगतान का पेज खोलें',
  'Simulated payment provider': 'नकली भुगतान सेवा',
  'No real money moves here, and a UPI app does not know this code. Pay, decline or wait on the simulator’s page: {link}':
    'यहाँ असली पैसा नहीं चलता, और UPI ऐप इस कोड को नहीं पहचानता। नकली सेवा के पेज पर भुगतान करें, मना करें या रुकें: {link}',
  'Asking your bank': 'बैंक से पूछ रहे हैं',
  'I have paid': 'भुगतान कर दिया',
  'Change method': 'तरीका बदलें',
  'Not with us yet. If {sum} left your account, it will show here within a few minutes.':
    'अभी हमारे पास नहीं आया। {sum} आपके खाते से कटे हैं तो कुछ मिनट में यहाँ दिखेंगे।',
  'Not with us yet. If {sum} left your account, it will show here within a few minutes. The bank last told us at {time}.':
    'अभी हमारे पास नहीं आया। {sum} आपके खाते से कटे हैं तो कुछ मिनट में यहाँ दिखेंगे। बैंक ने पिछली बार {time} बताया।',
  'The bank has not answered yet; we asked at {time} and go on asking. If {sum} left your account, it will show here within a few minutes.':
    'बैंक ने अभी जवाब नहीं दिया; हमने {time} पूछा और पूछते रहेंगे। {sum} आपके खाते से कटे हैं तो कुछ मिनट में यहाँ दिखेंगे।',
  '{reason}: no answer came. Try again in a moment.': '{reason}: जवाब नहीं आया। थोड़ी देर में फिर कोशिश करें।',
  'What you pay for': 'किस चीज़ का भुगतान',
  'Top-up': 'टॉप-अप',
  Order: 'ऑर्डर',
  'Closed the app by mistake?': 'ऐप गलती से बंद हो गया?',
  'Nothing is lost. This top-up waits for your payment until {time}. If you pay twice, the second payment goes to your wallet.':
    'कुछ नहीं खोया। यह टॉप-अप {time} तक आपके भुगतान का इंतज़ार करेगा। दो बार भुगतान हुआ तो दूसरा पैसा आपके वॉलेट में आएगा।',
  'Nothing is lost. This order waits for your payment until {time}. If you pay twice, the second payment goes to your wallet.':
    'कुछ नहीं खोया। यह ऑर्डर {time} तक आपके भुगतान का इंतज़ार करेगा। दो बार भुगतान हुआ तो दूसरा पैसा आपके वॉलेट में आएगा।',
  'QR code to pay {sum} to {payee} by any UPI app': '{payee} को किसी भी UPI ऐप से {sum} देने का QR कोड',
  'Scan with any UPI app': 'किसी भी UPI ऐप से स्कैन करें',
  'Open Google Pay, PhonePe, Paytm or your bank’s app': 'Google Pay, PhonePe, Paytm या अपने बैंक का ऐप खोलें',
  'Scan this code. The amount is already filled in': 'यह कोड स्कैन करें। रकम पहले से भरी है',
  'Enter your UPI PIN there, then come back here': 'वहाँ अपना UPI PIN डालें, फिर यहाँ लौटें',
  'Any UPI app': 'कोई भी UPI ऐप',
  'Pay {sum} with {app}': '{app} से {sum} पे करें',
  'Pay {sum} with a UPI app': 'UPI ऐप से {sum} पे करें',
  'Other UPI apps': 'दूसरे UPI ऐप',
  'Pay with': 'इससे भुगतान करें',
  'Waiting for the payment provider': 'भुगतान सेवा का इंतज़ार है',
  'It makes the payment link, which can take half a minute. The link shows here by itself; nothing is paid yet.':
    'वह भुगतान का लिंक बना रही है, इसमें आधा मिनट लग सकता है। लिंक यहाँ खुद दिखेगा; अभी कोई भुगतान नहीं हुआ।',
  'We are checking your payment': 'हम आपका भुगतान जाँच रहे हैं',
  'Money has come that may be yours, and our team looks at it. Please do not pay again: you get what you bought, or the money in your wallet.':
    'जो पैसा आया है वह शायद आपका है, और हमारी टीम उसे देख रही है। दोबारा भुगतान न करें: या तो खरीदी हुई चीज़ मिलेगी, या पैसा आपके वॉलेट में।',
  'Pay on the provider’s page': 'भुगतान सेवा के पेज पर भुगतान करें',
  'The payment provider gave no UPI link for this one. Open its page below; this page follows the payment.':
    'भुगतान सेवा ने इसके लिए UPI लिंक नहीं दिया। नीचे उसका पेज खोलें; यह पेज भुगतान पर नज़र रखेगा।',
  // Names of the details that the server lists with the payment.
  Username: 'यूज़रनेम',
}
